/** The properties that the checks of a creation use (records R5, "Creation"). */
export interface NewInvoiceTerms {
	vendorId: string;
	currency: string;
	/** `YYYY-MM-DD` */
	invoiceDate: string;
	/** `YYYY-MM-DD` */
	dueDate: string | null;
}

export type NewInvoiceFault =
	| "VENDOR_NOT_FOUND"
	| "CURRENCY_NOT_ACTIVE"
	| "INVALID_DUE_DATE";

/**
 * The first check that fails, in the order of records R5; null when the invoice may be created, if its number is free.
 */
export function findNewInvoiceFault(
	{ vendorId, currency, invoiceDate, dueDate }: NewInvoiceTerms,
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
