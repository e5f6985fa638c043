import { toInvoiceId } from "../../domain/invoices/invoice-id.ts";
import type { Item } from "../dynamodb/batch-get.ts";
import { invoiceKey, type Key } from "../keys.ts";

/**
 * Stands where an invoice created over the API with this vendor and number would, for an imported invoice that has
 * the number and a slug of its own (records R5): it refuses the creation, and is no invoice to any reader.
 */
export interface NumberPointerItem extends Key {
	/** Slug of the invoice that has the number. */
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

/** The slug that an item under an invoice's key points to; undefined: it is an invoice. */
export const pointedSlug = (item: Item): string | undefined =>
	typeof item.pointsTo === "string" ? item.pointsTo : undefined;
