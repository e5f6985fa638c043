import { toAttemptRecord } from "../../domain/attempt.ts";
import type { Table } from "../dynamodb/table.ts";
import { type AttemptKey, findAttempt } from "./find-attempt.ts";
import { findAttemptOutcome } from "./find-attempt-outcome.ts";

/**
 * Records R9: what became of the latest request with an idempotency key; two calls for one of 100 payments.
 *
 * @returns undefined when no such request is known.
 * @throws When the store could not be read.
 */
export async function findAttemptRecord(
	table: Table,
	key: AttemptKey,
	now: Date,
) {
	const attempt = await findAttempt(table, key, now);
	if (!attempt) return undefined;
	const { organizationId } = key;
	const outcome = await findAttemptOutcome(table, organizationId, attempt);
	return toAttemptRecord(attempt, outcome, now);
}
