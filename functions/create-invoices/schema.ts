import type { FromSchema } from "json-schema-to-ts";
import { describedInvoice } from "../../shared/invoices/invoice.ts";

/** The body of `POST /v1.0/invoice/bulk` (R5, "Creation"). */
export const schema = {
	type: "object",
	required: ["invoices"],
	properties: {
		invoices: {
			type: "array",
			minItems: 1,
			maxItems: 100,
			items: {
				type: "object",
				required: ["invoiceNumber", "vendorId", "amount", "invoiceDate"],
				properties: {
					invoiceNumber: { type: "string", minLength: 1, maxLength: 128 },
					vendorId: { type: "string" },
					amount: { type: "number", exclusiveMinimum: 0 },
					...describedInvoice,
					state: { type: "string", enum: ["DRAFTED", "APPROVED"] },
				},
			},
		},
	},
} as const;

export type CreateInvoicesBody = FromSchema<typeof schema>;
