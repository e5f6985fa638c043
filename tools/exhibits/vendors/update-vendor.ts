import { dataSchema } from "../../../functions/update-vendor/response-schema.ts";
import { schema } from "../../../functions/update-vendor/schema.ts";
import { updateVendor as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";

export const updateVendor: Exhibit = {
	endpoint,
	tag: "Vendors",
	summary: "Change a vendor",
	description:
		"The body is a JSON merge patch (RFC 7396), sent as `application/json` or `application/merge-patch+json`. `null` removes any of these properties but `name`. Any other property is answered 400. Advances, orders and invoices keep what they say of the vendor.",
	body: schema,
	data: dataSchema,
	etag: true,
	errors: {
		400: ["VALIDATION_ERROR"],
		404: ["VENDOR_NOT_FOUND"],
		412: ["VERSION_MISMATCH"],
	},
	demo: {
		path: { vendorId: "v-steel" },
		body: { email: "payments@steel.example" },
		expected: { vendorId: "v-steel" },
	},
	names: { vendorId: "vendor", name: null, gstin: null, email: null },
};
