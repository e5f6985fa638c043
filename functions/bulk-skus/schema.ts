/** The body of `POST /v1.0/inventory/skus/bulk` (spec 2.1 and 8). */
export const schema = {
	type: "object",
	required: ["skus"],
	properties: {
		skus: {
			type: "array",
			minItems: 1,
			maxItems: 100,
			items: {
				type: "object",
				required: ["name"],
				properties: {
					name: { type: "string", minLength: 1, maxLength: 128 },
					itemCode: { type: "string", minLength: 1, maxLength: 256 },
					unit: { type: "string", maxLength: 32 },
					rate: { type: "number" },
					hsnSac: { type: "string", maxLength: 16 },
				},
			},
		},
	},
} as const;
