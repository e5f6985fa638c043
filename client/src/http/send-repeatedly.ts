import type { Timing } from "../timing.ts";
import { toPause } from "./backoff.ts";
import {
	ApiError,
	NoAnswerError,
	ProcurementPaymentsError,
	ServerError,
} from "./errors.ts";
import {
	type ApiAnswer,
	type ApiRequest,
	isRepeatable,
	type SendOnce,
} from "./send-once.ts";
import { toApiError } from "./to-api-error.ts";

/** Sends a request until it succeeds, but never repeats one whose effect a repetition could double. */
export type SendRepeatedly = (
	request: ApiRequest,
	signal?: AbortSignal,
) => Promise<ApiAnswer>;

const backoff = { firstMs: 200, longestMs: 10_000 };

/**
 * @throws ApiError, NoAnswerError The error of the last try. If an earlier try may have had an effect, its error is the
 *   cause of an ApiError, or of a NoAnswerError without a connection.
 * @throws The signal's reason when it is aborted.
 */
export const createRetryingSender =
	(
		sendOnce: SendOnce,
		{ timing, maxRetries }: { timing: Timing; maxRetries: number },
	): SendRepeatedly =>
	async (request, signal) => {
		let lost: unknown;
		for (let retry = 0; ; retry++) {
			try {
				return requireSuccess(await sendOnce(request, signal), request);
			} catch (error) {
				if (!mayRetry(error) || retry >= maxRetries) {
					if (error instanceof ApiError && lost) error.cause = lost;
					throw lost && request.method !== "GET"
						? afterRequest(error, lost)
						: error;
				}
				if (mayHaveHadEffect(error)) lost = error;
				const pause = toPause(retry, backoff, timing.random);
				await timing.sleep(Math.max(pause, toAskedPause(error)), signal);
				signal?.throwIfAborted();
			}
		}
	};

/** The error of a request that was not sent, when an earlier one may have arrived. */
export const afterRequest = (error: unknown, earlier: unknown): unknown =>
	error instanceof NoAnswerError && !error.mayHaveArrived
		? new NoAnswerError(error.message, {
				mayHaveArrived: true,
				isRetryable: error.isRetryable,
				cause: earlier,
			})
		: error;

function requireSuccess(answer: ApiAnswer, request: ApiRequest): ApiAnswer {
	if (answer.status === 200 && answer.body.ok === true) return answer;
	throw toApiError(answer, isRepeatable(request));
}

const mayHaveHadEffect = (error: unknown) =>
	error instanceof ServerError ||
	(error instanceof NoAnswerError && error.mayHaveArrived);

const mayRetry = (error: unknown) =>
	error instanceof ProcurementPaymentsError && error.isRetryable;

const longestAskedPauseMs = 60_000;

/** The pause that `retry-after` asks for, in milliseconds, up to a reasonable length. */
export const toAskedPause = (error: unknown): number =>
	error instanceof ApiError
		? Math.min(error.retryAfterMs ?? 0, longestAskedPauseMs)
		: 0;
