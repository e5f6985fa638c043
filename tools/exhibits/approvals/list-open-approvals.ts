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
		"Lists the open approvals of the user of the API key. Only users with the role `ADMIN` can list those of another user; others are answered 403 `ACCESS_DENIED`.",
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
