import { listGstTaxes as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { taxRecordSchema } from "../../../shared/organizations/organization-record-schemas.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";

export const listGstTaxes: Exhibit = {
	endpoint,
	tag: "Organization",
	summary: "List GST taxes by id",
	description:
		"The `taxId` of a purchase order's line and the `gstId` of an advance name one of these taxes.",
	query: pageParameters(),
	data: pageOf(taxRecordSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: { expected: { id: 1 } },
};
