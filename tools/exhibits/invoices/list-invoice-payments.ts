import { listInvoicePayments as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { paymentRecordSchema } from "../../../shared/invoices/invoice-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";
import { paidInvoice, payInvoice } from "./pay-invoice.ts";

export const listInvoicePayments: Exhibit = {
	endpoint,
	tag: "Invoices",
	summary: "List an invoice's payments, newest first",
	description:
		"Of the payments of one request, the one that was recorded last comes first.",
	query: pageParameters(),
	data: pageOf(paymentRecordSchema),
	errors: { 400: ["VALIDATION_ERROR"], 404: ["INVOICE_NOT_FOUND"] },
	demo: {
		async prepare(service) {
			return { path: { id: await payInvoice(service) } };
		},
		path: { id: paidInvoice },
		expected: { amount: 1 },
	},
	names: { id: "invoice" },
};
