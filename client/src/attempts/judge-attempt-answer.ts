import type { Attempt } from "../generated/openapi.ts";
import type { ApiAnswer } from "../http/send-once.ts";
import { toApiError } from "../http/to-api-error.ts";

/** What the answer to the question for an attempt tells. */
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
		return attempt.status === "SETTLED" && !isEarly(attempt, answer)
			? { kind: "SETTLED", attempt }
			: { kind: "ASK_AGAIN", error: new Error("The attempt is running") };
	}
	const error = toApiError(answer, true);
	if (error.code === "ATTEMPT_NOT_FOUND") return { kind: "NOT_FOUND", error };
	return error.isRetryable
		? { kind: "ASK_AGAIN", error }
		: { kind: "CANNOT_ASK", error };
}

/** A stage of version 1.0 settles every attempt after a minute, though a delayed write may still take effect for 330 s. */
const earlyFromMs = 55_000;
/** A second less than 330 s, since `Date` has no fractions. */
const finalFromMs = 329_000;

/** By the service's own clock, which is that of `attemptedAt`. What is settled before a minute is final in every version. */
function isEarly(attempt: Attempt, { headers }: ApiAnswer): boolean {
	const now = Date.parse(headers.get("date") ?? "");
	const age = now - Date.parse(attempt.attemptedAt);
	return age >= earlyFromMs && age < finalFromMs && !isRecorded(attempt);
}

const isRecorded = ({ bulkActionSlug, paymentRequestId, results }: Attempt) =>
	bulkActionSlug !== null ||
	paymentRequestId !== null ||
	results?.every(({ status }) => status === "RECORDED") === true;
