import { dataSchema } from "../../../functions/bulk-skus/response-schema.ts";
import { schema } from "../../../functions/bulk-skus/schema.ts";
import { createSkus as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";

export const createSkus: Exhibit = {
	endpoint,
	tag: "SKUs",
	summary: "Create SKUs",
	description:
		"Creates up to 100 SKUs, each on its own. A SKU that cannot be created is in `failed`, and the response is still 200. An `itemCode` is unique in the organization, in upper or lower case.",
	repeated:
		"creates SKUs without an `itemCode` again. A SKU whose `itemCode` exists is in `failed`.",
	body: schema,
	data: dataSchema,
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: {
		body: { skus: [{ name: "Steel rod", unit: "kg", rate: 80.5 }] },
		expected: { successCount: 1 },
	},
	names: {
		"skus.name": { kind: "skuName", isChosen: true },
		"skus.itemCode": { kind: "skuCode", isChosen: true },
		"skus.unit": null,
		"skus.hsnSac": null,
	},
};
