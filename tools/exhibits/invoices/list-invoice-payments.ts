import { listInvoicePayments as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { paymentRecordSchema } from "../../../shared/invoices/invoice-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";

export const listInvoicePayments: Exhibit = {
	endpoint,
	tag: "Invoices",
	summary: "List an invoice's payments, newest first",
	description: "Of one request, the payment that was recorded last is first.",
	pathIds: { id: "inv-1001" },
	query: pageParameters(),
	data: pageOf(paymentRecordSchema),
	errors: { 400: ["VALIDATION_ERROR"], 404: ["INVOICE_NOT_FOUND"] },
};
