import { getKey as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { keyRecordSchema } from "../../../shared/organizations/api-keys/key-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";

export const getKey: Exhibit = {
	endpoint,
	tag: "Organization",
	summary: "Get the API key of the request",
	description:
		"Shows whose key it is and what it may do, as the service applies it to this request. A change is visible within 5 seconds.",
	data: keyRecordSchema,
	errors: {},
	caller: { inactiveUserCode: null },
	demo: { expected: { active: true } },
};
