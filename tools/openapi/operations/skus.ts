import { dataSchema } from "../../../functions/bulk-skus/response-schema.ts";
import { schema } from "../../../functions/bulk-skus/schema.ts";
import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { skuRecordSchema } from "../../../shared/skus/sku-record-schema.ts";
import type { Operation } from "../operation.ts";
import { pageOf } from "../page-schema.ts";
import { filter, pageParameters } from "../parameters.ts";

export const skuOperations: readonly Operation[] = [
	{
		endpoint: endpoints.createSkus,
		tag: "SKUs",
		summary: "Create SKUs",
		description:
			"Creates up to 100 SKUs, each on its own: one that cannot be created is in `failed`, and the response is still 200. An `itemCode` is unique in the organization without regard to case.",
		repeated:
			"creates SKUs without an `itemCode` again; one whose `itemCode` exists is in `failed`.",
		body: schema,
		data: dataSchema,
		errors: { 400: ["VALIDATION_ERROR"] },
	},
	{
		endpoint: endpoints.listSkus,
		tag: "SKUs",
		summary: "List SKUs, newest first",
		description:
			"With `itemCode` or `name` (not both): the SKU that a purchase order line with that code or name is linked to, or none.",
		query: [
			...pageParameters(),
			filter("itemCode", "Looks up a SKU by its code, without regard to case."),
			filter("name", "Looks up a SKU by its name, without regard to case."),
		],
		data: pageOf(skuRecordSchema),
		errors: { 400: ["VALIDATION_ERROR"] },
	},
];
