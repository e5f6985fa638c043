import { invoiceKey } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { findRecord } from "../dynamodb/reads/find-record.ts";
import type { Table } from "../dynamodb/table.ts";
import { creationList, isMatch } from "../lists/creation-list.store.ts";
import type { RecordList } from "../lists/record-list.store.ts";
import { toInvoiceRecord } from "./invoice.record.ts";
import { isOpen } from "./invoice.ts";
import { toInvoiceId } from "./invoice-id.ts";
import { toInvoiceDetails } from "./invoices.store.ts";
import { toInvoiceHistory } from "./item/invoice-history.store.ts";
import { pointedSlug } from "./item/number-pointers.store.ts";

export interface InvoiceFilters {
	state?: string | undefined;
	vendorId?: string | undefined;
	/** Is an amount left to pay? */
	isOpen?: boolean | undefined;
	dueDate?: ((dueDate: string | null) => boolean) | undefined;
}

/** The organization whose invoices are read, and the instant at which locks are evaluated. */
export interface InvoiceReader {
	organizationId: string;
	now: Date;
}

/** R5: the organization's invoices, newest first. */
export const invoiceList = (
	table: Table,
	{ organizationId, now }: InvoiceReader,
	filters: InvoiceFilters = {},
): RecordList =>
	creationList(table, {
		organizationId,
		kind: "INVOICE",
		toStored,
		filters,
		toRecord: (invoice) => toInvoiceRecord(invoice, now),
	});

/** R5: the record of an invoice, and its version. */
export async function findInvoice(
	table: Table,
	{ organizationId, now }: InvoiceReader,
	ids: readonly string[],
) {
	const item = await findInvoiceItem(table, organizationId, ids);
	if (!item) return undefined;
	const invoice = toStored(item);
	return { record: toInvoiceRecord(invoice, now), version: invoice.version };
}

/** The invoice with this number of the vendor, if it matches the filters. */
export async function findInvoiceByNumber(
	table: Table,
	{ organizationId, now }: InvoiceReader,
	{
		invoiceNumber,
		...filters
	}: InvoiceFilters & { vendorId: string; invoiceNumber: string },
) {
	const id = toInvoiceId(filters.vendorId, invoiceNumber);
	const toKey = (slug: string) => invoiceKey(organizationId, slug);
	const first = await findRecord(table, [id], toKey);
	const slug = first && pointedSlug(first);
	const item =
		slug === undefined ? first : await findRecord(table, [slug], toKey);
	if (!item) return undefined;
	const invoice = toStored(item);
	// An organization file may have imported another invoice under this id.
	const isNumbered =
		invoice.invoiceNumber?.toLowerCase() === invoiceNumber.toLowerCase();
	if (!isNumbered || !isMatch(invoice, filters)) return undefined;
	return toInvoiceRecord(invoice, now);
}

/** @returns undefined also for a number pointer. */
export async function findInvoiceItem(
	table: Table,
	organizationId: string,
	ids: readonly string[],
): Promise<Item | undefined> {
	const item = await findRecord(table, ids, (slug) =>
		invoiceKey(organizationId, slug),
	);
	return item && pointedSlug(item) === undefined ? item : undefined;
}

function toStored(item: Item) {
	const { facts, ...invoice } = toInvoiceDetails(item);
	return {
		...invoice,
		...facts,
		...toInvoiceHistory(item),
		isOpen: isOpen(invoice),
	};
}
