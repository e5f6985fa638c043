import { dataSchema } from "../../../functions/vendor-advance/response-schema.ts";
import { windowSeconds } from "../../../shared/attempts/attempt.ts";
import { createVendorAdvance as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { schema } from "../../../shared/payment-requests/raise/schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { advanceNames } from "./advance-names.ts";

export const createVendorAdvance: Exhibit = {
	endpoint,
	tag: "Payment requests",
	summary: "Raise a vendor advance",
	description:
		"Creates the advance, its approvals and the link to its purchase order, all together or not at all. The user of the API key must be an admin or bookkeeper, and the organization must have vendor advances enabled; otherwise the answer is 403 `ACCESS_DENIED`. `MISSING_REQUIRED_FIELD` lists what the submission policy requires.",
	repeated: `under the same key is answered 409 for ${windowSeconds / 60} minutes, and raises the advance again later. Without a key, it raises the advance again at once. \`GET /v1.0/attempt/vendor-advance\` returns the outcome of the first request.`,
	failed:
		"The advance may have been raised. If you sent a key, `GET /v1.0/attempt/vendor-advance` returns the outcome.",
	body: schema,
	data: dataSchema,
	errors: {
		400: ["VALIDATION_ERROR", "MISSING_REQUIRED_FIELD"],
		404: ["VENDOR_NOT_FOUND"],
	},
	caller: {
		roles: ["ADMIN", "BOOKKEEPER"],
		feature: "vendorAdvances",
		inactiveUserCode: "ACCESS_DENIED",
	},
	demo: {
		body: { vendorId: "v-print", amount: 1_000 },
		expected: { policyUsed: "Default" },
	},
	names: advanceNames,
};
