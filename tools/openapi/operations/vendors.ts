import { dataSchema } from "../../../functions/create-vendor/response-schema.ts";
import { schema } from "../../../functions/create-vendor/schema.ts";
import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { vendorRecordSchema } from "../../../shared/vendors/vendor-record-schema.ts";
import type { Operation } from "../operation.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";

export const vendorOperations: readonly Operation[] = [
	{
		endpoint: endpoints.createVendor,
		tag: "Vendors",
		summary: "Create a vendor",
		description:
			"An id that is taken is a 409, unless the existing vendor is equal in every property. Without one, an id is generated.",
		repeated:
			"with a `vendorId` returns the vendor, or is a 409 if the existing one differs; without one, creates another vendor.",
		body: schema,
		data: dataSchema,
		errors: { 400: ["VALIDATION_ERROR"], 409: ["VENDOR_EXISTS"] },
	},
	{
		endpoint: endpoints.listVendors,
		tag: "Vendors",
		summary: "List vendors, newest first",
		description: "All vendors of the organization.",
		query: pageParameters(),
		data: pageOf(vendorRecordSchema),
		errors: { 400: ["VALIDATION_ERROR"] },
	},
	{
		endpoint: endpoints.getVendor,
		tag: "Vendors",
		summary: "Get a vendor",
		description: "A vendor by its id.",
		pathIds: { vendorId: "v-steel" },
		data: vendorRecordSchema,
		errors: { 404: ["VENDOR_NOT_FOUND"] },
	},
];
