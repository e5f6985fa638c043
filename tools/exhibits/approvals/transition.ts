import { paymentRequestRecordSchema } from "../../../shared/payment-requests/payment-request-record-schema.ts";

/** What the exhibits of a payment request's transitions have in common. */
export const transition = {
	tag: "Approvals",
	data: paymentRequestRecordSchema,
	etag: true,
} as const;

export const notFoundOrNow = {
	404: ["PAYMENT_REQUEST_NOT_FOUND"],
	409: ["INVALID_STATE_TRANSITION"],
	412: ["VERSION_MISMATCH"],
} as const;
