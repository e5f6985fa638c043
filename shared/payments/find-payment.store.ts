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
 * the first page with payments that are not older than the payment's request. The payment is in it or in a later one,
 * unless payments of a batch were recorded long after their decision. Pages that were recorded before the request began
 * are left out, and no page is read for an id that no payment can have.
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

	const read = new Set<number>();
	/** Every page before it was recorded before the request began. */
	let oldest = 0;
	let [first, end] = [0, paymentPages];
	while (first < end) {
		const page = Math.floor((first + end) / 2);
		const { found, recorded } = await findIn(page);
		if (found) return found;
		const isOlder = recorded.every(
			(one) => secondsBetween(new Date(one.createdAt), requestedAt) > 0,
		);
		if (isOlder) first = page + 1;
		else end = page;
	}
	for (const page of pagesFrom(first, paymentPages)) {
		if (read.size >= pagesMax) return undefined;
		if (read.has(page) || page < oldest) continue;
		const { found } = await findIn(page);
		if (found) return found;
	}
	return undefined;

	async function findIn(page: number) {
		const pages = [{ slug, page }];
		const [recorded = []] = await readPaymentsPages(
			table,
			organizationId,
			pages,
		);
		read.add(page);
		if (recorded.some(isBefore)) oldest = Math.max(oldest, page + 1);
		const payment = recorded.find(({ id }) => id === paymentId);
		return { recorded, found: payment && { page, payment } };
	}
}

/** The pages from one on, and then those before it, the latest first. */
const pagesFrom = (first: number, count: number): number[] => [
	...Array.from({ length: count - first }, (_, index) => first + index),
	...Array.from({ length: first }, (_, index) => first - 1 - index),
];
