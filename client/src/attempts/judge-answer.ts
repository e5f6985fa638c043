import type { Attempt } from "../generated/openapi.ts";
import {
	type ApiError,
	IdempotencyKeyError,
	NoAnswerError,
} from "../http/errors.ts";
import type { ApiAnswer } from "../http/send-once.ts";
import { toApiError } from "../http/to-api-error.ts";

/** What an answer, or its absence, shows about the request of an idempotency key. */
export type Verdict =
	/** The one request that ran was answered. */
	| { kind: "ANSWERED"; answer: ApiAnswer }
	/** The request that claimed the key was refused: it has no effect and never will. */
	| { kind: "REFUSED"; error: ApiError }
	/** This copy was refused before it could claim the key; nothing is known about other copies. */
	| { kind: "NOT_CLAIMED"; error: ApiError }
	/** This copy was not processed, and may be sent again. */
	| { kind: "NOT_PROCESSED"; error: unknown }
	/** Another copy holds the key. */
	| { kind: "CLAIMED"; error: ApiError }
	/** The request may have had an effect. */
	| { kind: "OPEN"; error: unknown };

/**
 * The service claims the key after it has checked the API key, and before it looks at the body
 * (`docs/conventions.md`). So a refusal of the body is the answer to the one request that holds the key.
 */
export function judgeAnswer(answer: ApiAnswer): Verdict {
	const { status, body } = answer;
	if (status === 200 && body.ok === true) return { kind: "ANSWERED", answer };
	if (status === 422 && body.data) return { kind: "ANSWERED", answer };
	const error = toApiError(answer, false);
	if (status === 429) return { kind: "NOT_PROCESSED", error };
	if (status >= 500 || status < 400) return { kind: "OPEN", error };
	if (error instanceof IdempotencyKeyError && status === 409)
		return { kind: "CLAIMED", error };
	return isBeforeClaim(error)
		? { kind: "NOT_CLAIMED", error }
		: { kind: "REFUSED", error };
}

/** The answer to a malformed idempotency key, and an answer of API Gateway itself, have no code. */
export const isBeforeClaim = ({ status, code }: ApiError) =>
	code === null || status === 401 || status === 403;

/** @throws The error, if neither the network nor the signal caused it: the caller gave what cannot be sent. */
export function judgeNoAnswer(
	error: unknown,
	signal: AbortSignal | undefined,
): Verdict {
	if (signal?.aborted) return { kind: "OPEN", error };
	if (!(error instanceof NoAnswerError)) throw error;
	return { kind: error.mayHaveArrived ? "OPEN" : "NOT_PROCESSED", error };
}

/** What the answer to a question about an attempt shows. */
export type Asked =
	| { kind: "SETTLED"; attempt: Attempt }
	/** No request has claimed the key within 24 hours. */
	| { kind: "NOT_FOUND"; error: unknown }
	/** The attempt is running, or the question was not answered. */
	| { kind: "ASK_AGAIN"; error: unknown }
	/** The API key may not ask, or the URL is wrong: asking again does not help. */
	| { kind: "CANNOT_ASK"; error: unknown };

export function judgeAttemptAnswer(answer: ApiAnswer): Asked {
	const { status, body } = answer;
	if (status === 200 && body.ok === true) {
		// Unchecked cast: the OpenAPI document gives the answer this shape.
		const attempt = body.data as Attempt;
		return attempt.status === "SETTLED"
			? { kind: "SETTLED", attempt }
			: { kind: "ASK_AGAIN", error: new Error("The attempt is running") };
	}
	const error = toApiError(answer, true);
	if (error.code === "ATTEMPT_NOT_FOUND") return { kind: "NOT_FOUND", error };
	return error.isRetryable
		? { kind: "ASK_AGAIN", error }
		: { kind: "CANNOT_ASK", error };
}
