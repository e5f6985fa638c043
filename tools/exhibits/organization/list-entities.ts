import { listEntities as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { entityRecordSchema } from "../../../shared/organizations/organization-record-schemas.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";

export const listEntities: Exhibit = {
	endpoint,
	tag: "Organization",
	summary: "List entities",
	description:
		"Lists the entities in their order. The first one is the default of an advance.",
	query: pageParameters(),
	data: pageOf(entityRecordSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: { expected: { id: 11 } },
};
