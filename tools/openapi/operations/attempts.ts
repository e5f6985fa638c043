import { dataSchema } from "../../../functions/read-attempts/response-schema.ts";
import {
	attemptKeptSeconds,
	settledAfterSeconds,
} from "../../../shared/attempts/attempt.ts";
import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import type { Operation } from "../operation.ts";

const description = `For ${attemptKeptSeconds / 3_600} hours from the request. \`SETTLED\`: the outcome is final. It comes at once when everything is recorded, otherwise ${settledAfterSeconds} s after \`attemptedAt\`; what is reported as recorded while \`RUNNING\` is final already. The outcome is derived from the payments, batches and payment requests themselves.`;

const common = {
	tag: "Attempts",
	description,
	data: dataSchema,
	errors: { 400: ["IDEMPOTENCY_KEY_REQUIRED"], 404: ["ATTEMPT_NOT_FOUND"] },
} as const;

export const readAttemptOperations: readonly Operation[] = [
	{
		endpoint: endpoints.getMarkAsPaidAttempt,
		...common,
		summary: "Get the outcome of a mark-as-paid request",
	},
	{
		endpoint: endpoints.getVendorAdvanceAttempt,
		...common,
		summary: "Get the outcome of a vendor advance request",
	},
];
