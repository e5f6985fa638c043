import { dataSchema } from "../../../functions/create-vendor/response-schema.ts";
import { schema } from "../../../functions/create-vendor/schema.ts";
import { createVendor as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";

export const createVendor: Exhibit = {
	endpoint,
	tag: "Vendors",
	summary: "Create a vendor",
	description:
		"If the id is taken, the answer is 409, unless the existing vendor is equal in every property. Without an id, the service generates one.",
	repeated:
		"with a `vendorId` returns the vendor, or is answered 409 if the existing one differs. Without one, it creates another vendor.",
	body: schema,
	data: dataSchema,
	errors: { 400: ["VALIDATION_ERROR"], 409: ["VENDOR_EXISTS"] },
	demo: {
		body: {
			vendorId: "v-mills",
			name: "Paper Mills",
			gstin: "29AAGCM4567P1ZK",
			email: "accounts@mills.example",
		},
		expected: { vendorId: "v-mills" },
	},
	names: {
		vendorId: { kind: "vendor", isChosen: true },
		name: null,
		gstin: null,
		email: null,
	},
};
