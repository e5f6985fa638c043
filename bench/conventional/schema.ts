import type { FromSchema } from "json-schema-to-ts";

/** The body of a mark-as-paid request (spec 2.10). A copy: the baseline must not change with the service's schema. */
export const schema = {
	type: "object",
	required: ["resourceType", "resources"],
	properties: {
		resourceType: { type: "string", enum: ["INVOICE"] },
		resources: {
			type: "array",
			minItems: 1,
			maxItems: 100,
			items: {
				type: "object",
				required: ["slug", "amount"],
				properties: {
					slug: { type: "string", minLength: 1 },
					amount: { type: "number", exclusiveMinimum: 0 },
					utr: { type: "string", maxLength: 64 },
					narration: { type: "string", maxLength: 500 },
					paymentDate: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
				},
			},
		},
	},
} as const;

export type MarkAsPaidBody = FromSchema<typeof schema>;
export type PaymentResource = MarkAsPaidBody["resources"][number];
