import { dataSchema as createdSchema } from "../../../functions/create-invoices/response-schema.ts";
import { schema as createSchema } from "../../../functions/create-invoices/schema.ts";
import { createInvoices as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { invoice, newInvoice } from "./new-invoice.ts";

export const createInvoices: Exhibit = {
	endpoint,
	tag: "Invoices",
	summary: "Create invoices",
	description:
		"Creates up to 100 invoices, each on its own. An invoice that cannot be created is in `failed` with a `code`, and the response is still 200. A vendor has at most one invoice with the same number.",
	repeated:
		"creates no invoice twice: an invoice that exists is in `failed`, with its `id`.",
	additionalPermission: {
		permission: "invoices:approve",
		when: "with `state: APPROVED`",
	},
	body: createSchema,
	data: createdSchema,
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: {
		prepare: async (service) => ({ body: { invoices: [newInvoice(service)] } }),
		body: { invoices: [invoice] },
		note: "A vendor's invoice number is taken only once: the second click finds it in `failed`.",
		expected: { successCount: 1 },
	},
	names: {
		"invoices.vendorId": "vendor",
		"invoices.invoiceNumber": { kind: "invoiceNumber", isChosen: true },
		"invoices.currency": null,
		"invoices.description": null,
	},
};
