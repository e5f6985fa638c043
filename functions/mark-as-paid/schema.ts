import type { FromSchema } from "json-schema-to-ts";

/** The body of `POST /v1.0/payment/mark-as-paid` (spec 2.10). */
export const schema = {
	type: "object",
	required: ["resourceType", "resources"],
	properties: {
		resourceType: { type: "string", enum: ["INVOICE"] },
		resources: {
			type: "array",
			minItems: 1,
			items: {
				type: "object",
				required: ["slug", "amount"],
				properties: {
					slug: { type: "string" },
					amount: { type: "number", exclusiveMinimum: 0 },
					utr: { type: "string", maxLength: 64 },
					narration: { type: "string", maxLength: 500 },
					paymentDate: { type: "string", format: "date" },
				},
			},
		},
	},
} as const;

export type MarkAsPaidBody = FromSchema<typeof schema>;
