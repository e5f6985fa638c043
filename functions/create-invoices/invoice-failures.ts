import type { InsertOutcome } from "../../shared/invoices/insert-invoices.store.ts";
import type { NewInvoiceFault } from "../../shared/invoices/new-invoice.ts";

/** Why an invoice is in `failed`. `id` is the invoice that has the number already, otherwise null. */
export interface InvoiceFailure {
	reason: NewInvoiceFault | Exclude<InsertOutcome["kind"], "CREATED">;
	id: string | null;
}

/** The code and the message of each reason (R5, "Creation"). */
export const invoiceFailures = {
	VENDOR_NOT_FOUND: {
		code: "VENDOR_NOT_FOUND",
		error:
			"The organization has no vendor with this vendorId: POST /v1.0/vendor creates one",
	},
	CURRENCY_NOT_ACTIVE: {
		code: "CURRENCY_NOT_ACTIVE",
		error:
			"The currency is not active in the organization: GET /v1.0/organization lists the active ones",
	},
	INVALID_DUE_DATE: {
		code: "INVALID_DUE_DATE",
		error:
			"The dueDate is before the invoiceDate: it must be that day or later",
	},
	EXISTS: {
		code: "INVOICE_EXISTS",
		error:
			"An invoice with this number of the vendor exists already: id names it",
	},
	OVERLOADED: {
		code: "NOT_STORED",
		error:
			"The service is busy and did not create this invoice; it is safe to retry",
	},
	UNKNOWN: {
		code: "NOT_STORED",
		error:
			"The service could not determine whether this invoice was created; it is safe to retry",
	},
} as const satisfies Record<
	InvoiceFailure["reason"],
	{ code: string; error: string }
>;
