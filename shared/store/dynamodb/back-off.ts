import { backoffMilliseconds } from "../../runtime/backoff.ts";
import type { Table } from "./table.ts";

/** More than fit any retry time: a limit for a clock that stands still. */
const attemptsMax = 100;
const attemptsMaxWithoutRetryTime = 8;

/**
 * Waits before a repeated attempt; the first is attempt 0.
 *
 * @returns false, without a wait, when the attempt is not to be made: the time for retries is over.
 */
export async function backOff(table: Table, attempt: number): Promise<boolean> {
	if (attempt === 0) return true;
	const { retryTime } = table;
	const milliseconds = backoffMilliseconds(
		attempt,
		retryTime?.longestPauseMilliseconds,
	);
	const mayGoOn = retryTime
		? attempt < attemptsMax && milliseconds < retryTime.left()
		: attempt < attemptsMaxWithoutRetryTime;
	if (mayGoOn) await table.pause(milliseconds);
	return mayGoOn;
}
