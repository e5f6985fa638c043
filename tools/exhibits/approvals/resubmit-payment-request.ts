import { resubmitPaymentRequest as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { schema as advanceSchema } from "../../../shared/payment-requests/raise/schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { notFoundOrNow, transition } from "./transition.ts";

export const resubmitPaymentRequest: Exhibit = {
	endpoint,
	...transition,
	summary: "Resubmit a payment request that was returned",
	description:
		"The body is the whole advance, not a patch, and is checked like a new one. Begins the next round of approvals.",
	repeated:
		"is a 412: the first one has changed the `version` that `If-Match` names. The record's `round` tells whether it took effect.",
	body: advanceSchema,
	errors: {
		...notFoundOrNow,
		400: ["VALIDATION_ERROR", "MISSING_REQUIRED_FIELD"],
		404: ["PAYMENT_REQUEST_NOT_FOUND", "VENDOR_NOT_FOUND"],
	},
};
