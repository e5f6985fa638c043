import type { Item } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { ulidTime } from "../environment/ids.ts";
import type { Invoice, Payment } from "../invoices/invoice.ts";
import { toInvoice } from "../invoices/invoices.store.ts";
import {
	isRecordedBefore,
	readPaymentsPages,
} from "../invoices/item/payments-pages.store.ts";
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
	{ paymentId, known }: { paymentId: string; known: FoundPayment | undefined },
): Promise<FoundPayment | undefined> {
	const invoice = toInvoice(item);
	const recent = invoice.payments.find(({ id }) => id === paymentId);
	if (recent) return { payment: recent, page: null };
	const archived =
		toArchived(known) ??
		(await findArchived(table, organizationId, invoice, paymentId));
	if (!archived) return undefined;
	const payment = await withReversal(table, organizationId, item, archived);
	return { ...archived, payment };
}

interface ArchivedPayment extends FoundPayment {
	page: number;
}

const toArchived = (known?: FoundPayment): ArchivedPayment | undefined =>
	known && known.page !== null ? { ...known, page: known.page } : undefined;

/**
 * Finds a payment in the payments pages, newest first. Reads no page whose payments were all recorded before the
 * payment's request began, and none for an id that no payment can have.
 */
async function findArchived(
	table: Table,
	organizationId: string,
	{ slug, payments, paymentPages }: Invoice,
	paymentId: string,
): Promise<ArchivedPayment | undefined> {
	const attemptId = attemptOfPayment(paymentId);
	if (attemptId === null) return undefined;
	const requestedAt = ulidTime(attemptId);
	let later = payments;
	for (let page = paymentPages - 1; page >= 0; page--) {
		if (later.some((one) => isRecordedBefore(one, requestedAt))) break;
		const pages = [{ slug, page }];
		const read = await readPaymentsPages(table, organizationId, pages);
		later = read.flat();
		const payment = later.find(({ id }) => id === paymentId);
		if (payment) return { page, payment };
	}
	return undefined;
}
