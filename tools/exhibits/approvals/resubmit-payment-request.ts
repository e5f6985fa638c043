import {
	decideApproval,
	resubmitPaymentRequest as endpoint,
} from "../../../shared/endpoints/endpoints.ts";
import { schema as advanceSchema } from "../../../shared/payment-requests/raise/schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { advanceNames } from "../payment-requests/advance-names.ts";
import { raiseAdvance, raiseFirst } from "./raise-advance.ts";
import { notFoundOrNow, transition } from "./transition.ts";

export const resubmitPaymentRequest: Exhibit = {
	endpoint,
	...transition,
	summary: "Resubmit a payment request that was returned",
	description:
		"Begins the next round of approvals. The body is the whole advance, not a patch, and is checked like a new one.",
	repeated:
		"is answered 412, because the first one has changed the `version` that `If-Match` names. The record's `round` shows whether it took effect.",
	body: advanceSchema,
	errors: {
		...notFoundOrNow,
		400: ["VALIDATION_ERROR", "MISSING_REQUIRED_FIELD"],
		404: ["PAYMENT_REQUEST_NOT_FOUND", "VENDOR_NOT_FOUND"],
	},
	caller: { roles: ["ADMIN", "BOOKKEEPER"], feature: "vendorAdvances" },
	demo: {
		async prepare(service) {
			const paymentRequestId = await raiseAdvance(service);
			await service.send(decideApproval, {
				path: { paymentRequestId },
				body: { decision: "RETURN", stage: 0, round: 1, note: "Why?" },
			});
			return { path: { paymentRequestId } };
		},
		body: { vendorId: "v-cloud", amount: 1_000 },
		ifMatch: 2,
		note: `${raiseFirst} Then return it with \`{"decision": "RETURN", "stage": 0, "round": 1, "note": "Why?"}\`. It is resubmitted only once: the second click is a 412.`,
		expected: { round: 2 },
	},
	names: { paymentRequestId: "paymentRequest", ...advanceNames },
};
