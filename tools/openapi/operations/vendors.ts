import { dataSchema } from "../../../functions/create-vendor/response-schema.ts";
import { schema } from "../../../functions/create-vendor/schema.ts";
import { vendorRecordSchema } from "../../../shared/vendors/vendor-record-schema.ts";
import type { Operation } from "../operation.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";

export const vendorOperations: Readonly<Record<string, Operation>> = {
	"POST /v1.0/vendor": {
		id: "createVendor",
		tag: "Vendors",
		summary: "Create a vendor",
		description:
			"An id that is taken is a 409, unless the existing vendor is equal in every property. Without one, an id is generated.",
		repeated:
			"with a `vendorId` returns the vendor, or is a 409 if the existing one differs; without one, creates another vendor.",
		permissions: ["vendors:write"],
		body: schema,
		data: dataSchema,
		errors: { 400: ["VALIDATION_ERROR"], 409: ["VENDOR_EXISTS"] },
	},
	"GET /v1.0/vendor": {
		id: "listVendors",
		tag: "Vendors",
		summary: "List vendors, newest first",
		description: "All vendors of the organization.",
		permissions: ["vendors:read"],
		query: pageParameters(),
		data: pageOf(vendorRecordSchema),
		errors: { 400: ["VALIDATION_ERROR"] },
	},
	"GET /v1.0/vendor/{vendorId}": {
		id: "getVendor",
		tag: "Vendors",
		summary: "Get a vendor",
		description: "A vendor by its id.",
		pathIds: { vendorId: "v-steel" },
		permissions: ["vendors:read"],
		data: vendorRecordSchema,
		errors: { 404: ["VENDOR_NOT_FOUND"] },
	},
};
