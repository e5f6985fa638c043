import { listTdsTaxes as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { taxRecordSchema } from "../../../shared/organizations/organization-record-schemas.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";

export const listTdsTaxes: Exhibit = {
	endpoint,
	tag: "Organization",
	summary: "List TDS taxes by id",
	description: "The `tdsId` of an advance names one of these taxes.",
	query: pageParameters(),
	data: pageOf(taxRecordSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: { expected: { id: 1 } },
};
