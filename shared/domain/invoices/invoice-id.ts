import { createHash } from "node:crypto";

const hashLength = 32;

/**
 * The id of an invoice that is created over the API (records R5). It follows from vendor and number, so that one
 * conditional insert keeps a second invoice with this number out. Numbers that differ only in case are one number.
 */
export function toInvoiceId(vendorId: string, invoiceNumber: string): string {
	const identity = JSON.stringify([vendorId, invoiceNumber.toLowerCase()]);
	const digest = createHash("sha256").update(identity).digest("hex");
	const base32 = BigInt(`0x${digest}`).toString(32).padStart(52, "0");
	return `inv-${base32.slice(0, hashLength)}`;
}

/** Is this text of the form that `toInvoiceId` makes? */
export const isInvoiceId = (text: string) => /^inv-[0-9a-v]{32}$/.test(text);
