import { toDerivedId } from "../text/derived-id.ts";

/**
 * The id of an invoice that is created over the API (R5). It is derived from vendor and number, so that one
 * conditional insert keeps numbers unique. Numbers are compared without case.
 */
export const toInvoiceId = (vendorId: string, invoiceNumber: string): string =>
	toDerivedId("inv", JSON.stringify([vendorId, invoiceNumber.toLowerCase()]));

/** Does this text have the form of an id from `toInvoiceId`? */
export const isInvoiceId = (text: string) => /^inv-[0-9a-v]{32}$/.test(text);
