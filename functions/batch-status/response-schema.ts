import { batchResultSchema } from "../../shared/domain/payments/payment-result-schema.ts";
import {
	batchStatusSchema,
	resultCountsSchema,
	stopSchemas,
} from "../../shared/domain/records/batch-record-schema.ts";
import {
	count,
	listOf,
	record,
	text,
} from "../../shared/domain/records/record-schema.ts";

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
