import type { Table } from "../dynamodb/table.ts";
import { toPaymentRecord } from "../invoices/invoice.record.ts";
import type { Payment } from "../invoices/invoice.ts";
import { toInvoice } from "../invoices/invoices.store.ts";
import { readPaymentsPages } from "../invoices/item/payments-pages.store.ts";
import { findInvoiceItem } from "../invoices/read-invoices.store.ts";
import type { ListEntry, RecordList } from "../lists/record-list.store.ts";
import { withReversals } from "./reversals/page-reversals.store.ts";

/**
 * R5: an invoice's payments, last recorded first. The position of a payment is its page and its index in it,
 * and never changes: payments in the invoice have the page that they will be archived to. Reversals are those of the
 * invoice's version.
 *
 * @returns undefined when there is no such invoice.
 */
export async function invoicePaymentList(
	table: Table,
	organizationId: string,
	id: string,
): Promise<RecordList | undefined> {
	const invoice = await findInvoiceItem(table, organizationId, [id]);
	if (!invoice) return undefined;
	const { slug, payments, paymentPages } = toInvoice(invoice);
	const readPage = async (page: number): Promise<readonly Payment[]> => {
		if (page === paymentPages) return payments;
		const pages = [{ slug, page }];
		const read = await readPaymentsPages(table, organizationId, pages);
		return withReversals(table, invoice, { page, payments: read.flat() });
	};
	return {
		isFiltered: false,
		isPosition: (text) => /^\d{1,9}\.\d{1,9}$/.test(text),
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

/** @returns The page to continue with, and the index in it before which to continue; undefined for its end. */
function fromPosition(
	position: string | null,
	lastPage: number,
): { page: number; end: number | undefined } {
	if (position === null) return { page: lastPage, end: undefined };
	const [page = 0, place = 0] = position.split(".").map(Number);
	return { page: Math.min(page, lastPage), end: place };
}
