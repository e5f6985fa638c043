import { dataSchema } from "../../../functions/read-attempts/response-schema.ts";
import { attemptKeptSeconds } from "../../../shared/attempts/attempt.ts";
import { settledAfterSeconds } from "../../../shared/timing/write-deadline.ts";

/** What both outcomes share. */
export const attempt = {
	tag: "Attempts",
	description: `For ${attemptKeptSeconds / 3_600} hours from the request. \`SETTLED\`: the outcome is final. It comes at once when everything is recorded, otherwise ${settledAfterSeconds} s after \`attemptedAt\`; what is reported as recorded while \`RUNNING\` is final already. The outcome is derived from the payments, batches and payment requests themselves.`,
	data: dataSchema,
	errors: { 400: ["IDEMPOTENCY_KEY_REQUIRED"], 404: ["ATTEMPT_NOT_FOUND"] },
} as const;
