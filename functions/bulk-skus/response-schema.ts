import {
	count,
	listOf,
	orNull,
	record,
	text,
} from "../../shared/schemas/record-schema.ts";
import { skuDetails } from "../../shared/skus/sku-record-schema.ts";

/** Spec 2.2 */
export const createdSkuSchema = record(skuDetails);

/** Spec 2.3 */
export const failedSkuSchema = record({
	name: text,
	itemCode: orNull(text),
	error: { ...text, description: "Why, and whether a retry is safe." },
});

/** Spec 4.1 */
export const dataSchema = record({
	total: count,
	successCount: count,
	failureCount: count,
	created: listOf(createdSkuSchema),
	failed: listOf(failedSkuSchema),
});
