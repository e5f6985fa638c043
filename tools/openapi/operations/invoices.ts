import { dataSchema as createdSchema } from "../../../functions/create-invoices/response-schema.ts";
import { schema as createSchema } from "../../../functions/create-invoices/schema.ts";
import { schema as reversalSchema } from "../../../functions/reverse-payment/schema.ts";
import { dataSchema as updatedSchema } from "../../../functions/update-invoice/response-schema.ts";
import { schema as updateSchema } from "../../../functions/update-invoice/schema.ts";
import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import {
	invoiceRecordSchema,
	paymentRecordSchema,
} from "../../../shared/invoices/invoice-record-schema.ts";
import { oneOfValues } from "../../../shared/schemas/record-schema.ts";
import type { Operation } from "../operation.ts";
import { pageOf } from "../page-schema.ts";
import { filter, pageParameters } from "../parameters.ts";

const additionalPermission = {
	permission: "invoices:approve",
	when: "with `state: APPROVED`",
} as const;

export const invoiceOperations: readonly Operation[] = [
	{
		endpoint: endpoints.createInvoices,
		tag: "Invoices",
		summary: "Create invoices",
		description:
			"Creates up to 100 invoices, each on its own: one that cannot be created is in `failed` with a `code`, and the response is still 200. A vendor has one invoice with a number.",
		repeated:
			"creates no invoice twice: one that exists is in `failed`, with its `id`.",
		additionalPermission,
		body: createSchema,
		data: createdSchema,
		errors: { 400: ["VALIDATION_ERROR"] },
	},
	{
		endpoint: endpoints.listInvoices,
		tag: "Invoices",
		summary: "List invoices, newest first",
		description:
			"With `vendorId` and `invoiceNumber`: the invoice with this number, or none.",
		query: [
			...pageParameters(),
			filter("state", "Invoices in this state; any text."),
			filter("vendorId", "Invoices of this vendor."),
			filter(
				"open",
				"`true`: something is due, and the invoice is not `VOID`; `false`: the others.",
				oneOfValues(["true", "false"]),
			),
			filter("invoiceNumber", "Looks up an invoice; only with `vendorId`."),
		],
		data: pageOf(invoiceRecordSchema),
		errors: { 400: ["VALIDATION_ERROR"] },
	},
	{
		endpoint: endpoints.getInvoice,
		tag: "Invoices",
		summary: "Get an invoice",
		description: "What is due, and who holds its lock.",
		pathIds: { id: "inv-1001" },
		data: invoiceRecordSchema,
		etag: true,
		errors: { 404: ["INVOICE_NOT_FOUND"] },
	},
	{
		endpoint: endpoints.listInvoicePayments,
		tag: "Invoices",
		summary: "List an invoice's payments, newest first",
		description: "Of one request, the payment that was recorded last is first.",
		pathIds: { id: "inv-1001" },
		query: pageParameters(),
		data: pageOf(paymentRecordSchema),
		errors: { 400: ["VALIDATION_ERROR"], 404: ["INVOICE_NOT_FOUND"] },
	},
	{
		endpoint: endpoints.updateInvoice,
		tag: "Invoices",
		summary: "Change, approve, void or reopen an invoice",
		description:
			"A JSON merge patch (RFC 7396), sent as `application/json` or `application/merge-patch+json`; null removes `dueDate` and `description`. `invoiceNumber` and `vendorId` cannot be changed: 400. Approve with the `If-Match` of the invoice that you have read: without it, a change that was made since is approved as well.",
		pathIds: { id: "inv-draft" },
		additionalPermission,
		body: updateSchema,
		data: updatedSchema,
		etag: true,
		errors: {
			400: ["VALIDATION_ERROR"],
			404: ["INVOICE_NOT_FOUND"],
			409: ["INVALID_STATE_TRANSITION"],
			412: ["VERSION_MISMATCH"],
		},
	},
	{
		endpoint: endpoints.reversePayment,
		tag: "Invoices",
		summary: "Reverse a payment",
		description:
			"For a payment that was recorded by mistake or returned by the bank. It stays in the invoice's payments, marked as reversed, and its amount is due again.",
		repeated:
			"changes nothing: a payment that is reversed already is returned unchanged, with the first reason.",
		failed:
			"If other changes of the invoice came first for 10 s, nothing was changed. Safe to send again: a payment is reversed once.",
		pathIds: { id: "inv-1001" },
		body: reversalSchema,
		data: paymentRecordSchema,
		errors: {
			400: ["VALIDATION_ERROR"],
			404: ["INVOICE_NOT_FOUND", "PAYMENT_NOT_FOUND"],
			409: ["INVALID_STATE_TRANSITION"],
		},
	},
];
