import type { Payment } from "../../domain/invoices/invoice.ts";
import { toPaymentRecord } from "../../domain/records/invoice-record.ts";
import { batchGet } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { toInvoice } from "../invoices/invoices.ts";
import { toPagePayments } from "../invoices/payments-pages.ts";
import { paymentsPageKey } from "../keys.ts";
import type { ListEntry, RecordList } from "../lists/record-list.ts";
import { findInvoiceItem } from "./invoices.ts";

/**
 * Records R5: an invoice's payments, the last recorded first. A payment is named by its page and its place in it, which it
 * keeps: the invoice's own payments are those of the page that they will move to.
 *
 * @returns undefined when there is no such invoice.
 */
export async function invoicePaymentList(
	table: Table,
	organizationId: string,
	id: string,
): Promise<RecordList | undefined> {
	const item = await findInvoiceItem(table, organizationId, id);
	if (!item) return undefined;
	const { slug, payments, paymentPages } = toInvoice(item);
	const readPage = (page: number) =>
		page === paymentPages
			? payments
			: readArchived(table, paymentsPageKey(organizationId, slug, page));
	return {
		isFiltered: false,
		async read(after, count) {
			const entries: ListEntry[] = [];
			let { page, end } = fromPosition(after, paymentPages);
			for (; page >= 0 && entries.length < count; page -= 1) {
				const found = toEntries(await readPage(page), page).slice(0, end);
				entries.push(...found.reverse());
				end = undefined;
			}
			return {
				entries: entries.slice(0, count),
				isEnd: page < 0 && entries.length <= count,
			};
		},
	};
}

const toEntries = (payments: readonly Payment[], page: number): ListEntry[] =>
	payments.map((payment, place) => ({
		position: `${page}.${place}`,
		record: toPaymentRecord(payment),
		bytes: 0,
	}));

/** @returns The page to read on in, and the place in it before which the list goes on; undefined: its end. */
function fromPosition(
	position: string | null,
	lastPage: number,
): { page: number; end: number | undefined } {
	if (position === null) return { page: lastPage, end: undefined };
	const [page = 0, place = 0] = position.split(".").map(Number);
	return { page: Math.min(page, lastPage), end: place };
}

async function readArchived(
	table: Table,
	key: ReturnType<typeof paymentsPageKey>,
): Promise<Payment[]> {
	const [item] = await batchGet(table, [key]);
	return item ? toPagePayments(item) : [];
}
