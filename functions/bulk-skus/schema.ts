import type { FromSchema } from "json-schema-to-ts";
import { describedSku } from "../../shared/skus/sku.ts";

/** The body of `POST /v1.0/inventory/skus/bulk` (spec 2.1 and 8). */
export const schema = {
	type: "object",
	required: ["skus"],
	properties: {
		skus: {
			type: "array",
			minItems: 1,
			maxItems: 100,
			items: describedSku,
		},
	},
} as const;

export type BulkSkusBody = FromSchema<typeof schema>;
