import type { Details } from "../schemas/described.ts";
import type { describedInvoice } from "./invoice.ts";

/** The texts of a new invoice, with its vendor: these are never absent. */
export interface NewInvoiceTerms extends Details<typeof describedInvoice> {
	vendorId: string;
	currency: string;
	invoiceDate: string;
}

export type NewInvoiceFault =
	| "VENDOR_NOT_FOUND"
	| "CURRENCY_NOT_ACTIVE"
	| "INVALID_DUE_DATE";

/**
 * The first check that fails, in the order of R5; null when the invoice may be created, if its number is free.
 */
export function findNewInvoiceFault(
	{
		vendorId,
		currency,
		invoiceDate,
		dueDate,
	}: Pick<NewInvoiceTerms, "vendorId" | "currency" | "invoiceDate" | "dueDate">,
	known: { vendorIds: ReadonlySet<string>; currencies: readonly string[] },
): NewInvoiceFault | null {
	if (!known.vendorIds.has(vendorId)) return "VENDOR_NOT_FOUND";
	if (!known.currencies.includes(currency)) return "CURRENCY_NOT_ACTIVE";
	if (isBefore(dueDate, invoiceDate)) return "INVALID_DUE_DATE";
	return null;
}

/** Compares dates as `YYYY-MM-DD` strings. false when either date is missing. */
export const isBefore = (date: string | null, other: string | null) =>
	date !== null && other !== null && date < other;
