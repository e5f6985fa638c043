import { schema as decisionSchema } from "../../../functions/advance-workflow/decision/schema.ts";
import { decideApproval as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { raiseAdvance, raiseFirst } from "./raise-advance.ts";
import { notFoundOrNow, transition } from "./transition.ts";

export const decideApproval: Exhibit = {
	endpoint,
	...transition,
	summary: "Approve, reject or return a payment request",
	description:
		"The user of the API key decides their own open approval. `stage` and `round` name it.",
	repeated:
		"changes nothing: `stage` and `round` name the approval, which is decided once.",
	body: decisionSchema,
	errors: {
		...notFoundOrNow,
		400: ["VALIDATION_ERROR"],
		409: ["ALREADY_DECIDED", "INVALID_STATE_TRANSITION"],
	},
	demo: {
		async prepare(service) {
			return { path: { paymentRequestId: await raiseAdvance(service) } };
		},
		body: { decision: "APPROVE", stage: 0, round: 1 },
		note: `${raiseFirst} An approval is decided only once: the second click changes nothing.`,
		expected: { state: "APPROVED" },
	},
	names: {
		paymentRequestId: "paymentRequest",
		stage: null,
		round: null,
		note: null,
	},
};
