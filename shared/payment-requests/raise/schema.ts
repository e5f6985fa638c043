import type { FromSchema } from "json-schema-to-ts";

const taxId = { type: "integer" } as const;
const taxAmount = { type: "number" } as const;

/** The body of `POST /v1.0/payment/request/vendor-advance` (spec 2.8). */
export const schema = {
	type: "object",
	required: ["amount", "vendorId"],
	properties: {
		amount: { type: "number", exclusiveMinimum: 0 },
		vendorId: { type: "string", minLength: 1, maxLength: 100 },
		gstId: taxId,
		gstAmount: taxAmount,
		tdsId: taxId,
		tdsAmount: taxAmount,
		currency: { type: "string", minLength: 1, maxLength: 8 },
		purchaseOrderLinkId: { type: "string", minLength: 1, maxLength: 100 },
		narration: { type: "string", maxLength: 1000 },
		tags: {
			type: "object",
			additionalProperties: {
				type: "object",
				required: ["value"],
				properties: { value: {} },
				additionalProperties: false,
			},
		},
		orgEntity: { type: "integer" },
	},
	/** Spec 4.3 rule 1: a tax has both its id and its amount, or neither. */
	dependencies: {
		gstId: ["gstAmount"],
		gstAmount: ["gstId"],
		tdsId: ["tdsAmount"],
		tdsAmount: ["tdsId"],
	},
	additionalProperties: false,
} as const;

export type VendorAdvanceBody = FromSchema<typeof schema>;
