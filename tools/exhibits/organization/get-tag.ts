import { getTag as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { tagRecordSchema } from "../../../shared/organizations/organization-record-schemas.ts";
import type { Exhibit } from "../exhibit.ts";

export const getTag: Exhibit = {
	endpoint,
	tag: "Organization",
	summary: "Get a tag",
	description: "Returns a tag, with the options if it is a `DROPDOWN`.",
	data: tagRecordSchema,
	errors: { 404: ["TAG_NOT_FOUND"] },
	demo: { path: { id: "cost-centre" }, expected: { type: "DROPDOWN" } },
	names: { id: "tag" },
};
