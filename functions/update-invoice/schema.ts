import { invoiceStates } from "../../shared/invoices/patch-invoice.ts";

const date = { type: "string", format: "date" } as const;

/** The body of `PATCH /v1.0/invoice/{id}` (records R5, "PATCH"): null removes an optional property. */
export const schema = {
	type: "object",
	properties: {
		state: { type: "string", enum: invoiceStates },
		amount: { type: "number", exclusiveMinimum: 0 },
		invoiceDate: date,
		dueDate: { ...date, nullable: true },
		currency: { type: "string", minLength: 1, maxLength: 8 },
		description: {
			type: "string",
			nullable: true,
			minLength: 1,
			maxLength: 255,
		},
	},
} as const;
