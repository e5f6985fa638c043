import type { Item } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { ulidTime } from "../environment/ids.ts";
import type { Payment } from "../invoices/invoice.ts";
import { toInvoice } from "../invoices/invoices.store.ts";
import { toInvoiceHistory } from "../invoices/item/invoice-history.store.ts";
import {
	isRecordedBefore,
	readPaymentsPages,
} from "../invoices/item/payments-pages.store.ts";
import { secondsBetween } from "../timing/write-deadline.ts";
import { attemptOfPayment } from "./payment-id.ts";
import { withReversal } from "./reversals/page-reversals.store.ts";

export interface FoundPayment {
	payment: Payment;
	/** The payments page that it is in; null while it is in the invoice. */
	page: number | null;
}

/**
 * Finds a payment of an invoice. Most are in the invoice itself, and need no further read.
 *
 * @param known What an earlier search found. A payment never leaves its payments page.
 */
export async function findPayment(
	table: Table,
	organizationId: string,
	item: Item,
	{
		paymentId,
		known,
		now,
	}: { paymentId: string; known: FoundPayment | undefined; now: Date },
): Promise<FoundPayment | undefined> {
	const invoice = toInvoice(item);
	const recent = invoice.payments.find(({ id }) => id === paymentId);
	if (recent) return { payment: recent, page: null };
	const archived =
		toArchived(known) ??
		(await findArchived(table, organizationId, item, { paymentId, now }));
	if (!archived) return undefined;
	const payment = await withReversal(table, organizationId, item, archived);
	return { ...archived, payment };
}

interface ArchivedPayment extends FoundPayment {
	page: number;
}

const toArchived = (known?: FoundPayment): ArchivedPayment | undefined =>
	known && known.page !== null ? { ...known, page: known.page } : undefined;

/** How far the time of a request may lie ahead of our clock. No request has an id of a later time. */
const clockSkewSeconds = 300;
/** A payment run, whose id its payments carry, may be prepared this long before its invoice exists (runs P1). */
const beforeInvoiceSeconds = 121 * 86_400;
/** The most pages that are read one after the other: they hold more than ten thousand payments of one invoice. */
const pagesMax = 100;

/**
 * Finds a payment in the payments pages, which are in the order in which payments were recorded. A binary search finds
 * the first page that may have been recorded after the payment's request began; the payment is in it or in a later one.
 * No page is read for an id that no payment can have.
 */
async function findArchived(
	table: Table,
	organizationId: string,
	item: Item,
	{ paymentId, now }: { paymentId: string; now: Date },
): Promise<ArchivedPayment | undefined> {
	const { slug, payments, paymentPages } = toInvoice(item);
	const attemptId = attemptOfPayment(paymentId);
	if (attemptId === null) return undefined;
	const requestedAt = ulidTime(attemptId);
	const isBefore = (one: Payment) => isRecordedBefore(one, requestedAt);
	if (secondsBetween(now, requestedAt) > clockSkewSeconds) return undefined;
	const createdAt = new Date(toInvoiceHistory(item).createdAt);
	if (secondsBetween(requestedAt, createdAt) > beforeInvoiceSeconds)
		return undefined;
	if (payments.some(isBefore)) return undefined;

	const read = new Map<number, Payment[]>();
	let [first, end] = [0, paymentPages];
	while (first < end) {
		const page = Math.floor((first + end) / 2);
		const found = await findIn(page);
		if (found) return found;
		if (read.get(page)?.some(isBefore)) first = page + 1;
		else end = page;
	}
	const last = Math.min(paymentPages, first + pagesMax);
	for (let page = first; page < last; page++) {
		const found = read.has(page) ? undefined : await findIn(page);
		if (found) return found;
	}
	return undefined;

	async function findIn(page: number): Promise<ArchivedPayment | undefined> {
		const pages = [{ slug, page }];
		const [recorded = []] = await readPaymentsPages(
			table,
			organizationId,
			pages,
		);
		read.set(page, recorded);
		const payment = recorded.find(({ id }) => id === paymentId);
		return payment && { page, payment };
	}
}
