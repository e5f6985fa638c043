import { dataSchema as batchStatusSchema } from "../../../functions/batch-status/response-schema.ts";
import { getBatch as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageParameters } from "../parameters.ts";
import { batchSize, runBatch, startFirst } from "./run-batch.ts";

export const getBatch: Exhibit = {
	endpoint,
	tag: "Payments",
	summary: "Get a batch's status and results",
	description:
		"While the batch is `PENDING`, resources without a result are missing, and may appear later behind your cursor. Read from the start once it is `DONE`.",
	query: pageParameters(1000, 1000),
	data: batchStatusSchema,
	errors: { 400: ["VALIDATION_ERROR"], 404: ["BATCH_NOT_FOUND"] },
	demo: {
		async prepare(service) {
			return { path: { bulkActionSlug: await runBatch(service) } };
		},
		note: startFirst,
		expected: { status: "DONE", total: batchSize },
	},
	names: { bulkActionSlug: "batch" },
};
