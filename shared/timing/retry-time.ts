/** The part of Lambda's context with the remaining time of an invocation. */
export interface InvocationTime {
	getRemainingTimeInMillis(): number;
}

/** How long an invocation retries calls that the store rejects for load or conflict. */
export interface RetryTime {
	/** Milliseconds until no further attempt starts; negative when that time has passed. */
	millisecondsLeft(): number;
	longestPauseMilliseconds: number;
	/** A later end, for calls that determine the outcome of earlier writes. */
	extended(): RetryTime;
}

/** Reserved for the last calls and the response of an invocation. */
const reservedMilliseconds = 5_000;
const extensionMilliseconds = 4_000;

/**
 * Short, because the caller waits and can retry, and no write of a request may start late (`conventions.md`).
 */
export const requestRetryTime = (invocation: InvocationTime) =>
	startRetryTime(invocation, {
		milliseconds: 8_000,
		longestPauseMilliseconds: 400,
	});

/**
 * It is longer because no caller waits for a worker. Its longer pauses leave most of the table's capacity to requests.
 */
export const workerRetryTime = (invocation: InvocationTime) =>
	startRetryTime(invocation, {
		milliseconds: 15_000,
		longestPauseMilliseconds: 1_600,
	});

/** Starts the retry time. It always ends before the invocation times out. */
export function startRetryTime(
	invocation: InvocationTime,
	{
		milliseconds,
		longestPauseMilliseconds,
	}: { milliseconds: number; longestPauseMilliseconds: number },
): RetryTime {
	const remaining = () =>
		invocation.getRemainingTimeInMillis() - reservedMilliseconds;
	const until = (remainingAtEnd: number): RetryTime => ({
		millisecondsLeft: () => Math.min(remaining(), remaining() - remainingAtEnd),
		longestPauseMilliseconds,
		extended: () => until(remainingAtEnd - extensionMilliseconds),
	});
	return until(remaining() - milliseconds);
}
