import type { FromSchema } from "json-schema-to-ts";
import { emailPattern } from "../../shared/text/email.ts";
import { gstinPattern } from "../../shared/text/gstin.ts";

/** The body of `POST /v1.0/vendor` (records R4). */
export const schema = {
	type: "object",
	required: ["name"],
	properties: {
		name: { type: "string", minLength: 1, maxLength: 255 },
		vendorId: { type: "string", minLength: 1, maxLength: 100 },
		gstin: { type: "string", pattern: gstinPattern },
		email: {
			type: "string",
			minLength: 3,
			maxLength: 254,
			pattern: emailPattern,
		},
	},
} as const;

export type VendorBody = FromSchema<typeof schema>;
