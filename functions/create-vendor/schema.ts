import type { FromSchema } from "json-schema-to-ts";
import { describedVendor, vendorName } from "../../shared/vendors/vendor.ts";

/** The body of `POST /v1.0/vendor` (R4). */
export const schema = {
	type: "object",
	required: ["name"],
	properties: {
		name: vendorName,
		vendorId: { type: "string", minLength: 1, maxLength: 100 },
		...describedVendor,
	},
} as const;

export type VendorBody = FromSchema<typeof schema>;
