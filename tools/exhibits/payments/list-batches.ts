import { batchRecordSchema } from "../../../shared/batches/batch-record-schema.ts";
import { listBatches as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";
import { batchSize, runBatch } from "./run-batch.ts";

export const listBatches: Exhibit = {
	endpoint,
	tag: "Payments",
	summary: "List batches, newest first",
	description: "Batches are kept for 90 days.",
	query: pageParameters(),
	data: pageOf(batchRecordSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: {
		async prepare(service) {
			await runBatch(service);
			return {};
		},
		expected: { total: batchSize },
	},
};
