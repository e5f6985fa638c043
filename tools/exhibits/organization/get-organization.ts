import { getOrganization as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { organizationRecordSchema } from "../../../shared/organizations/organization-record-schemas.ts";
import type { Exhibit } from "../exhibit.ts";

export const getOrganization: Exhibit = {
	endpoint,
	tag: "Organization",
	summary: "Get the organization",
	description: "Returns the organization of the API key, with its policies.",
	data: organizationRecordSchema,
	errors: { 404: ["ORGANIZATION_NOT_FOUND"] },
	demo: { expected: { baseCurrency: "INR" } },
};
