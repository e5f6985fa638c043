import { describedInvoice } from "../../shared/invoices/invoice.ts";
import { invoiceStates } from "../../shared/invoices/patch-invoice.ts";
import { removable } from "../../shared/schemas/described.ts";

const { invoiceDate, dueDate, currency, ...others } = describedInvoice;

/** The body of `PATCH /v1.0/invoice/{id}` (R5, "PATCH"): null removes an optional property. */
export const schema = {
	type: "object",
	properties: {
		state: { type: "string", enum: invoiceStates },
		amount: { type: "number", exclusiveMinimum: 0 },
		invoiceDate,
		...removable({ dueDate }),
		currency,
		...removable(others),
	},
} as const;
