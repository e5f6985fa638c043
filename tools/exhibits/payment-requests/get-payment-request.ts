import { getPaymentRequest as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { paymentRequestRecordSchema } from "../../../shared/payment-requests/payment-request-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";

export const getPaymentRequest: Exhibit = {
	endpoint,
	tag: "Payment requests",
	summary: "Get a payment request",
	description:
		"Returns the request with its tags, its payers and the approvals of its present round.",
	data: paymentRequestRecordSchema,
	etag: true,
	errors: { 404: ["PAYMENT_REQUEST_NOT_FOUND"] },
	demo: {
		path: { paymentRequestId: "adv-active" },
		expected: { vendorId: "v-steel" },
	},
	names: { paymentRequestId: "paymentRequest" },
};
