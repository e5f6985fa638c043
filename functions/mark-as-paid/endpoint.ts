import { jsonBody } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import { findBatch } from "../../shared/store/batches/batches.ts";
import { withRetryTime } from "../../shared/store/dynamodb/table.ts";
import type { Dependencies } from "../dependencies.ts";
import { markAsPaid } from "./mark-as-paid.ts";
import type { MarkAsPaidBody } from "./schema.ts";
import { validate } from "./schema.validator.js";
import { startBatch } from "./start-batch.ts";

const resourcesSyncMax = 100;

/** `POST /v1.0/payment/mark-as-paid` (spec 4.4) */
export const markAsPaidEndpoint = (
	{ table, pipeline }: Dependencies,
	sendChunks: SendChunks,
) =>
	apiHandler<MarkAsPaidBody>(
		{
			operation: "mark-as-paid",
			permission: "payments:mark-paid",
			requireAccess: requireActiveUser,
			idempotencyKey: "required",
			parse: jsonBody(validate),
			run: (body, request) => {
				const timed = withRetryTime(table, request.retryTime);
				return body.resources.length > resourcesSyncMax
					? startBatch({ table: timed, sendChunks, ...pipeline }, body, request)
					: markAsPaid(timed, body, request);
			},
			describeAttempt: async (organizationId, attemptId) => {
				const id = { organizationId, bulkActionSlug: attemptId };
				const batch = await findBatch(table, id);
				if (!batch || batch.status === "ABORTED") return undefined;
				return `The first request started the batch ${attemptId}`;
			},
		},
		pipeline,
	);
