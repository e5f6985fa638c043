import { listUsers as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { userRecordSchema } from "../../../shared/organizations/organization-record-schemas.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";

export const listUsers: Exhibit = {
	endpoint,
	tag: "Organization",
	summary: "List users by id",
	description:
		"Use it to show the names of people in place of the ids that records have.",
	query: pageParameters(),
	data: pageOf(userRecordSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: { expected: { id: "u-admin" } },
};
