import { getInvoice as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { invoiceRecordSchema } from "../../../shared/invoices/invoice-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";

export const getInvoice: Exhibit = {
	endpoint,
	tag: "Invoices",
	summary: "Get an invoice",
	description: "Returns the invoice, with what is due and who holds its lock.",
	data: invoiceRecordSchema,
	etag: true,
	errors: { 404: ["INVOICE_NOT_FOUND"] },
	demo: {
		path: { id: "inv-1001" },
		expected: { invoiceNumber: "STEEL/2026/1001" },
	},
	names: { id: "invoice" },
};
