import type { FromSchema } from "json-schema-to-ts";
import { describedVendor } from "../../shared/vendors/vendor.ts";

/** The body of `POST /v1.0/vendor` (R4). */
export const schema = {
	type: "object",
	required: ["name"],
	properties: {
		name: { type: "string", minLength: 1, maxLength: 255 },
		vendorId: { type: "string", minLength: 1, maxLength: 100 },
		...describedVendor,
	},
} as const;

export type VendorBody = FromSchema<typeof schema>;
