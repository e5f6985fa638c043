import type { FromSchema } from "json-schema-to-ts";

export const invoicesTableName = process.env.INVOICES_TABLE_NAME ?? "";

/** Index of an organization's invoices by creation time; projects all attributes. */
export const listIndexName = "byOrganization";

/** The body of a creation (R5). A copy, as `schema.ts`. */
export const newInvoicesSchema = {
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
					invoiceDate: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
					description: { type: "string", maxLength: 500 },
				},
			},
		},
	},
} as const;

export type NewInvoice = FromSchema<
	typeof newInvoicesSchema
>["invoices"][number];
