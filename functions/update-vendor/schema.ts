import type { FromSchema } from "json-schema-to-ts";
import { removable } from "../../shared/schemas/described.ts";
import { describedVendor, vendorName } from "../../shared/vendors/vendor.ts";

/** The body of `PATCH /v1.0/vendor/{vendorId}` (R4): null removes an optional property. */
export const schema = {
	type: "object",
	// A misspelt property must not look as if it had been changed.
	additionalProperties: false,
	properties: { name: vendorName, ...removable(describedVendor) },
} as const;

export type VendorPatch = FromSchema<typeof schema>;
