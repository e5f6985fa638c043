import { listVendors as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { vendorRecordSchema } from "../../../shared/vendors/vendor-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";

export const listVendors: Exhibit = {
	endpoint,
	tag: "Vendors",
	summary: "List vendors, newest first",
	description: "Lists all vendors of the organization.",
	query: pageParameters(),
	data: pageOf(vendorRecordSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: { expected: { vendorId: "v-steel" } },
};
