import { createHash } from "node:crypto";

const hashLength = 32;

/**
 * The id of an invoice that is created over the API (R5). It is derived from vendor and number, so that one
 * conditional insert keeps numbers unique. Numbers are compared without case.
 */
export function toInvoiceId(vendorId: string, invoiceNumber: string): string {
	const identity = JSON.stringify([vendorId, invoiceNumber.toLowerCase()]);
	const digest = createHash("sha256").update(identity).digest("hex");
	const base32 = BigInt(`0x${digest}`).toString(32).padStart(52, "0");
	return `inv-${base32.slice(0, hashLength)}`;
}

/** Does this text have the form of an id from `toInvoiceId`? */
export const isInvoiceId = (text: string) => /^inv-[0-9a-v]{32}$/.test(text);
