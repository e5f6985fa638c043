/** What of Lambda's context tells how long an invocation may still run. */
export interface InvocationTime {
	getRemainingTimeInMillis(): number;
}

/** For how long an invocation retries what the store refuses for load or conflict. */
export interface RetryTime {
	/** Milliseconds until no further attempt starts; below 0: that time has passed. */
	left(): number;
	longestPauseMilliseconds: number;
	/** More time, for what must be brought to its end even if all else was given up. */
	extended(): RetryTime;
}

/** An invocation keeps these for its last calls and its answer. */
const reservedMilliseconds = 5_000;
const extensionMilliseconds = 4_000;

/** A caller waits, and may repeat the request; and no write of a request may start late (`decisions.md`, "Overload"). */
export const requestRetryTime = (invocation: InvocationTime) =>
	startRetryTime(invocation, {
		milliseconds: 8_000,
		longestPauseMilliseconds: 400,
	});

/** Nobody waits for a worker: its longer pauses leave requests the larger share of what the table takes. */
export const workerRetryTime = (invocation: InvocationTime) =>
	startRetryTime(invocation, {
		milliseconds: 15_000,
		longestPauseMilliseconds: 1_600,
	});

/** Retry time from now on; never so long that Lambda ends the invocation in the middle of a call. */
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
		left: () => Math.min(remaining(), remaining() - remainingAtEnd),
		longestPauseMilliseconds,
		extended: () => until(remainingAtEnd - extensionMilliseconds),
	});
	return until(remaining() - milliseconds);
}
