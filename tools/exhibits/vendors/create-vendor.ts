import { dataSchema } from "../../../functions/create-vendor/response-schema.ts";
import { schema } from "../../../functions/create-vendor/schema.ts";
import { createVendor as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";

export const createVendor: Exhibit = {
	endpoint,
	tag: "Vendors",
	summary: "Create a vendor",
	description:
		"An id that is taken is a 409, unless the existing vendor is equal in every property. Without one, an id is generated.",
	repeated:
		"with a `vendorId` returns the vendor, or is a 409 if the existing one differs; without one, creates another vendor.",
	body: schema,
	data: dataSchema,
	errors: { 400: ["VALIDATION_ERROR"], 409: ["VENDOR_EXISTS"] },
	demo: {
		body: { vendorId: "v-mills", name: "Paper Mills" },
		expected: { vendorId: "v-mills" },
	},
	names: {
		vendorId: { kind: "vendor", isChosen: true },
		name: null,
		gstin: null,
		email: null,
	},
};
