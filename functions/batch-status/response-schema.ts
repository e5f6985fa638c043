import {
	batchStatusSchema,
	resultCountsSchema,
	stopSchemas,
} from "../../shared/batches/batch-record-schema.ts";
import { batchResultSchema } from "../../shared/payments/payment-result-schema.ts";
import {
	count,
	listOf,
	record,
	text,
} from "../../shared/schemas/record-schema.ts";

/** Contract 3 */
export const dataSchema = record(
	{
		bulkActionSlug: text,
		status: batchStatusSchema,
		total: count,
		processed: count,
		counts: resultCountsSchema,
		...stopSchemas,
		results: {
			...listOf(batchResultSchema),
			description: "In request order.",
		},
	},
	{ nextCursor: { ...text, description: "Absent at the end." } },
);
