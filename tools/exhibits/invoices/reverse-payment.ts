import { schema as reversalSchema } from "../../../functions/reverse-payment/schema.ts";
import {
	reversePayment as endpoint,
	listInvoicePayments,
} from "../../../shared/endpoints/endpoints.ts";
import { paymentRecordSchema } from "../../../shared/invoices/invoice-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { paidInvoice, payInvoice } from "./pay-invoice.ts";

export const reversePayment: Exhibit = {
	endpoint,
	tag: "Invoices",
	summary: "Reverse a payment",
	description:
		"Use it for a payment that was recorded by mistake or returned by the bank. The payment stays in the invoice's payments, marked as reversed, and its amount is due again.",
	repeated:
		"changes nothing: a payment that is reversed already is returned unchanged, with the first reason.",
	failed:
		"If other changes of the invoice prevented it for 10 s, nothing was changed. It is safe to send the request again: a payment is reversed once.",
	body: reversalSchema,
	data: paymentRecordSchema,
	errors: {
		400: ["VALIDATION_ERROR"],
		403: ["REAUTHENTICATION_REQUIRED"],
		404: ["INVOICE_NOT_FOUND", "PAYMENT_NOT_FOUND"],
		409: ["INVALID_STATE_TRANSITION"],
	},
	demo: {
		async prepare(service) {
			const id = await payInvoice(service);
			const { items } = await service.send(listInvoicePayments, {
				path: { id },
			});
			return { path: { id, paymentId: items[0]?.id ?? "" } };
		},
		path: { id: paidInvoice },
		body: { reason: "Returned by the bank: account closed" },
		note: "First pay `inv-1001`, and enter the `id` that `GET /v1.0/invoice/{id}/payments` lists. A payment is reversed only once: the second click changes nothing.",
		expected: { reversalReason: "Returned by the bank: account closed" },
	},
	names: { id: "invoice", paymentId: "payment", reason: null },
};
