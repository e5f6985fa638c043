import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { backoffMilliseconds } from "../../timing/backoff.ts";
import type { Table } from "../table.ts";

/** The store rejected a call for load or conflict during the whole retry time. The same call may succeed later. */
export class StoreBusyError extends Error {
	override name = "StoreBusyError";
}

/**
 * Retries a call that the store rejects for load or conflict, within the table's retry time. The SDK itself retries
 * load errors only twice, and conflicts not at all.
 *
 * @throws StoreBusyError when the store stayed busy for the whole retry time.
 */
export async function retryBusy<T>(
	table: Table,
	attemptOnce: () => Promise<T>,
): Promise<T> {
	let cause: unknown;
	for (let attempt = 0; await pauseBeforeRetry(table, attempt); attempt++) {
		try {
			return await attemptOnce();
		} catch (error) {
			if (!isBusy(error)) throw error;
			cause = error;
		}
	}
	throw new StoreBusyError("The store stayed busy for the whole retry time", {
		cause,
	});
}

/** Was the call rejected for load or conflict? Then it had no effect. */
export function isBusy(error: unknown): boolean {
	if (error instanceof TransactionCanceledException) {
		const { CancellationReasons: reasons = [] } = error;
		return reasons.every(({ Code = "None" }) => busyReasons.has(Code));
	}
	if (error instanceof StoreBusyError) return true;
	return error instanceof Error && busyErrors.has(error.name);
}

const busyErrors = new Set([
	"ProvisionedThroughputExceededException",
	"RequestLimitExceeded",
	"ThrottlingException",
	// For a Put, Update or Delete of an item in a running transaction.
	"TransactionConflictException",
]);

const busyReasons = new Set([
	"None",
	"ProvisionedThroughputExceeded",
	"ThrottlingError",
	"TransactionConflict",
]);

/** Names of errors, and of cancellation reasons, that mean a malformed or forbidden call: retries do not help. */
export const bugNames: ReadonlySet<string> = new Set([
	"AccessDenied",
	"AccessDeniedException",
	"ResourceNotFoundException",
	"SerializationException",
	"ValidationError",
	"ValidationException",
]);

/** Did the store or the network fail? Then only a read can tell whether the call took effect. */
export function isUnanswered(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const { name, code, $metadata }: SdkError = error;
	const isServerFault = ($metadata?.httpStatusCode ?? 0) >= 500;
	return isServerFault || unanswered.has(name) || unanswered.has(code ?? "");
}

interface SdkError extends Error {
	code?: string;
	$metadata?: { httpStatusCode?: number };
}

const unanswered = new Set([
	"EAI_AGAIN",
	"ECONNREFUSED",
	"ECONNRESET",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"ENOTFOUND",
	"EPIPE",
	"ETIMEDOUT",
	"TimeoutError",
	"TransactionInProgressException",
]);

/** An upper limit that no retry time reaches, in case the clock stands still. */
const attemptsMax = 100;
const attemptsMaxWithoutRetryTime = 8;

/**
 * Waits before a repeated attempt; the first is attempt 0.
 *
 * @returns false, without waiting, when the retry time is over.
 */
export async function pauseBeforeRetry(
	table: Table,
	attempt: number,
): Promise<boolean> {
	if (attempt === 0) return true;
	const { retryTime } = table;
	const milliseconds = backoffMilliseconds(
		attempt,
		retryTime?.longestPauseMilliseconds,
	);
	const mayGoOn = retryTime
		? attempt < attemptsMax && milliseconds < retryTime.millisecondsLeft()
		: attempt < attemptsMaxWithoutRetryTime;
	if (mayGoOn) await table.pause(milliseconds);
	return mayGoOn;
}
