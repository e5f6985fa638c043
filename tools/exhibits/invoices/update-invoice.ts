import { dataSchema as updatedSchema } from "../../../functions/update-invoice/response-schema.ts";
import { schema as updateSchema } from "../../../functions/update-invoice/schema.ts";
import { updateInvoice as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { createInvoice } from "./new-invoice.ts";

export const updateInvoice: Exhibit = {
	endpoint,
	tag: "Invoices",
	summary: "Change, approve, void or reopen an invoice",
	description:
		"The body is a JSON merge patch (RFC 7396), sent as `application/json` or `application/merge-patch+json`. null removes `dueDate` and `description`. `invoiceNumber` and `vendorId` cannot be changed (400). To approve an invoice, send `If-Match` with the version that you have read. Without it, you also approve whatever was changed since.",
	additionalPermission: {
		permission: "invoices:approve",
		when: "with `state: APPROVED`",
	},
	body: updateSchema,
	data: updatedSchema,
	etag: true,
	errors: {
		400: ["VALIDATION_ERROR"],
		403: ["REAUTHENTICATION_REQUIRED"],
		404: ["INVOICE_NOT_FOUND"],
		409: ["INVALID_STATE_TRANSITION"],
		412: ["VERSION_MISMATCH"],
	},
	demo: {
		prepare: async (service) => ({
			path: { id: await createInvoice(service) },
		}),
		path: { id: "inv-draft" },
		body: { description: "Hosting in November" },
		expected: { state: "DRAFTED", version: 2 },
	},
	names: { id: "invoice", currency: null, description: null },
};
