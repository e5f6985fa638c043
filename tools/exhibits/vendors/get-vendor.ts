import { getVendor as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { vendorRecordSchema } from "../../../shared/vendors/vendor-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";

export const getVendor: Exhibit = {
	endpoint,
	tag: "Vendors",
	summary: "Get a vendor",
	description: "Returns a vendor by its id.",
	data: vendorRecordSchema,
	etag: true,
	errors: { 404: ["VENDOR_NOT_FOUND"] },
	demo: {
		path: { vendorId: "v-steel" },
		expected: { name: "Steel Traders" },
	},
	names: { vendorId: "vendor" },
};
