import { dataSchema } from "../../../functions/read-attempts/response-schema.ts";
import { attemptKeptSeconds } from "../../../shared/attempts/attempt.ts";
import type { Endpoint } from "../../../shared/endpoints/endpoint.ts";
import { settledAfterSeconds } from "../../../shared/timing/write-deadline.ts";

/** What the exhibits of both attempts have in common. */
export const attempt = {
	tag: "Attempts",
	description: `Returns the outcome for ${attemptKeptSeconds / 3_600} hours after the request. \`SETTLED\` means that it is final: at once if the request was carried out to its end, and at the latest ${settledAfterSeconds} s after \`attemptedAt\`. What is reported as recorded while the attempt is \`RUNNING\` is final too. The outcome is derived from the payments, batches and payment requests themselves.`,
	data: dataSchema,
	errors: { 400: ["IDEMPOTENCY_KEY_REQUIRED"], 404: ["ATTEMPT_NOT_FOUND"] },
} as const;

/** Tells a reader who tries a request by hand to send the request first whose attempt is asked for. */
export const sendFirst = ({ routeKey }: Endpoint) =>
	`First send \`${routeKey}\`. Left empty, \`x-idempotency-key\` is that of the last request from this page.`;
