import { invoiceKey } from "../dynamodb/keys.ts";
import { batchGet } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { toInvoiceId } from "./invoice-id.ts";
import {
	type NumberedInvoice,
	pointedSlug,
} from "./item/number-pointers.store.ts";

/**
 * The slugs of the invoices with these numbers of their vendors (R5), in order. If there is no such invoice, it
 * is the slug of one that is created over the API.
 */
export async function findSlugsByNumber(
	table: Table,
	organizationId: string,
	numbers: readonly Omit<NumberedInvoice, "slug">[],
): Promise<string[]> {
	const ids = numbers.map(({ vendorId, invoiceNumber }) =>
		toInvoiceId(vendorId, invoiceNumber),
	);
	const keys = ids.map((id) => invoiceKey(organizationId, id));
	const items = await batchGet(table, keys, ["pointsTo"]);
	return ids.map((id, index) => {
		const item = items[index];
		return (item && pointedSlug(item)) ?? id;
	});
}
