import { dataSchema as batchStatusSchema } from "../../../functions/batch-status/response-schema.ts";
import { schema as stopSchema } from "../../../functions/stop-batch/schema.ts";
import { stopBatch as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { batchSize, startBatch, startFirst } from "./run-batch.ts";

export const stopBatch: Exhibit = {
	endpoint,
	tag: "Payments",
	summary: "Stop a batch",
	description:
		"Payments that have not been decided yet are not made: they end `SKIPPED` with the reason `BATCH_STOPPED`. Chunks of up to 100 resources that workers have already picked up are carried out, and the batch is `DONE` as soon as they have ended. The answer is the batch's status with the first page of its results.",
	repeated:
		"changes nothing: a batch that was stopped before, or has ended, stays as it is.",
	body: stopSchema,
	data: batchStatusSchema,
	errors: { 400: ["VALIDATION_ERROR"], 404: ["BATCH_NOT_FOUND"] },
	demo: {
		async prepare(service) {
			return { path: { bulkActionSlug: await startBatch(service) } };
		},
		body: { reason: "The file of last month" },
		note: `${startFirst} A batch is stopped only once: the second click changes nothing.`,
		expected: { total: batchSize },
	},
	names: { bulkActionSlug: "batch", reason: null },
};
