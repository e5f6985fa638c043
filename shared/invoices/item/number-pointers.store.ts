import { invoiceKey, type Key } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import { toInvoiceId } from "../invoice-id.ts";

/**
 * The item that reserves the number of an imported invoice, whose slug is not derived from its number (R5). It
 * has the key of an API invoice with this vendor and number, so that the creation of a second one fails. Readers must
 * not treat it as an invoice.
 */
export interface NumberPointerItem extends Key {
	/** Slug of the imported invoice. */
	pointsTo: string;
}

export function toNumberPointerItem(
	organizationId: string,
	{ slug, vendorId, invoiceNumber }: NumberedInvoice,
): NumberPointerItem {
	const id = toInvoiceId(vendorId, invoiceNumber);
	return { ...invoiceKey(organizationId, id), pointsTo: slug };
}

export interface NumberedInvoice {
	slug: string;
	vendorId: string;
	invoiceNumber: string;
}

/** The slug to which a number pointer points; undefined when the item is an invoice. */
export const pointedSlug = (item: Item): string | undefined =>
	typeof item.pointsTo === "string" ? item.pointsTo : undefined;
