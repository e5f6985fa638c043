import { schema as approverSchema } from "../../../functions/advance-workflow/approver/schema.ts";
import { changeApprover as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { raiseAdvance, raiseFirst } from "./raise-advance.ts";
import { notFoundOrNow, transition } from "./transition.ts";

export const changeApprover: Exhibit = {
	endpoint,
	...transition,
	summary: "Replace or add an approver, or ask one again",
	description:
		"Only for users with the role `ADMIN`. Replaces the approver `from`, who has not decided, by `to`. Without `from`, it adds `to`. If both are equal, it asks the approver again.",
	repeated:
		"changes nothing: an approver is replaced or added once. If it asks an approver again, it is answered 412.",
	body: approverSchema,
	errors: { ...notFoundOrNow, 400: ["VALIDATION_ERROR"] },
	caller: { roles: ["ADMIN"] },
	demo: {
		async prepare(service) {
			return { path: { paymentRequestId: await raiseAdvance(service) } };
		},
		body: { stage: 0, round: 1, to: "u-director", reason: "Second opinion" },
		ifMatch: 1,
		note: `${raiseFirst} An approver is added only once: the second click changes nothing.`,
		expected: { version: 2 },
	},
	names: {
		paymentRequestId: "paymentRequest",
		from: "user",
		to: "user",
		stage: null,
		round: null,
		reason: null,
	},
};
