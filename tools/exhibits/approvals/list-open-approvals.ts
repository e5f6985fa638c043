import { listOpenApprovals as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { openApprovalSchema } from "../../../shared/payment-requests/payment-request-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { filter, pageParameters } from "../parameters.ts";
import { raiseAdvance } from "./raise-advance.ts";

export const listOpenApprovals: Exhibit = {
	endpoint,
	tag: "Approvals",
	summary: "List what waits for a user's approval, the latest first",
	description:
		"The open approvals of the API key's user. Those of another user are for users with the role `ADMIN`: else 403 `ACCESS_DENIED`.",
	query: [
		...pageParameters(),
		filter("userId", "The open approvals of this user."),
	],
	data: pageOf(openApprovalSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: {
		async prepare(service) {
			await raiseAdvance(service);
			return {};
		},
		expected: { stage: 0, vendorId: "v-cloud" },
	},
	names: { userId: "user" },
};
