import { listTags as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { listedTagSchema } from "../../../shared/organizations/organization-record-schemas.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";

export const listTags: Exhibit = {
	endpoint,
	tag: "Organization",
	summary: "List tags by id",
	description:
		"The ids are the slugs under which `tags` objects have their values.",
	query: pageParameters(),
	data: pageOf(listedTagSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: { expected: { id: "cost-centre" } },
};
