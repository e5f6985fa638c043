import { dataSchema as batchStatusSchema } from "../../../functions/batch-status/response-schema.ts";
import {
	dataSchema,
	resultsSchema,
} from "../../../functions/mark-as-paid/response-schema.ts";
import { schema } from "../../../functions/mark-as-paid/schema.ts";
import { schema as stopSchema } from "../../../functions/stop-batch/schema.ts";
import { windowSeconds } from "../../../shared/attempts/attempt.ts";
import { batchRecordSchema } from "../../../shared/batches/batch-record-schema.ts";
import { resourcesSyncMax } from "../../../shared/batches/payment-batch.ts";
import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { unpaidReasons } from "../../../shared/payments/payment-result-schema.ts";
import { oneOfValues, record } from "../../../shared/schemas/record-schema.ts";
import type { Operation } from "../operation.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";

export const paymentOperations: readonly Operation[] = [
	{
		endpoint: endpoints.markAsPaid,
		tag: "Payments",
		summary: "Record payments against invoices",
		description: `Up to ${resourcesSyncMax} resources are attempted at once, each on its own, and each gets a result. More are accepted as one batch (\`PENDING\`), of which one may run for an organization at a time; \`GET /v1.0/payment/mark-as-paid/{bulkActionSlug}\` tells how far it is.`,
		repeated: `under its key is a 409 for ${windowSeconds / 60} minutes, and pays again later, as it does at once under another key. \`GET /v1.0/attempt/mark-as-paid\` tells what the first one recorded.`,
		failed:
			"`GET /v1.0/attempt/mark-as-paid` tells what was recorded: ask before sending anything again.",
		body: schema,
		data: dataSchema,
		others: {
			422: {
				description:
					"Every resource ended in `ERROR` or `SKIPPED`: nothing was recorded. `message` is the reason of the first one.",
				schema: record({
					ok: { const: false },
					message: oneOfValues(unpaidReasons),
					data: resultsSchema,
				}),
			},
		},
		errors: {
			400: ["IDEMPOTENCY_KEY_REQUIRED", "VALIDATION_ERROR"],
			409: ["MAP_BATCH_IN_PROGRESS"],
		},
	},
	{
		endpoint: endpoints.listBatches,
		tag: "Payments",
		summary: "List batches, newest first",
		description: "Batches are kept for 90 days.",
		query: pageParameters(),
		data: pageOf(batchRecordSchema),
		errors: { 400: ["VALIDATION_ERROR"] },
	},
	{
		endpoint: endpoints.getBatch,
		tag: "Payments",
		summary: "Get a batch's status and results",
		description:
			"While the batch is `PENDING`, resources without a result are left out, and may appear later behind a cursor: read from the start once it is `DONE`.",
		query: pageParameters(1000, 1000),
		data: batchStatusSchema,
		errors: { 400: ["VALIDATION_ERROR"], 404: ["BATCH_NOT_FOUND"] },
	},
	{
		endpoint: endpoints.stopBatch,
		tag: "Payments",
		summary: "Stop a batch",
		description:
			"What has not been decided yet is not paid: it ends `SKIPPED` with the reason `BATCH_STOPPED`. What workers have taken already, some chunks of up to 100 resources, is carried out, and the batch is `DONE` as soon as that has ended. Answers the batch's status with the first page of its results.",
		repeated:
			"changes nothing: a batch that was stopped before, or has ended, stays as it is.",
		body: stopSchema,
		data: batchStatusSchema,
		errors: { 400: ["VALIDATION_ERROR"], 404: ["BATCH_NOT_FOUND"] },
	},
];
