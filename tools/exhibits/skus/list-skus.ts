import { listSkus as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { skuRecordSchema } from "../../../shared/skus/sku-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { filter, pageParameters } from "../parameters.ts";

export const listSkus: Exhibit = {
	endpoint,
	tag: "SKUs",
	summary: "List SKUs, newest first",
	description:
		"With `itemCode` or `name` (not both), it looks up the SKU to which a purchase order line with that code or name would be linked: the list has one item or none.",
	query: [
		...pageParameters(),
		filter("itemCode", "Looks up a SKU by its code, without regard to case."),
		filter("name", "Looks up a SKU by its name, without regard to case."),
	],
	data: pageOf(skuRecordSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: { query: { itemCode: "rod-1" }, expected: { name: "Steel rod" } },
	names: { itemCode: "skuCode", name: "skuName" },
};
