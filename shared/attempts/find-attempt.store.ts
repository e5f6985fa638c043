import { idempotencyClaimKey, requestEndKey } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { queryPartition } from "../dynamodb/reads/query.ts";
import type { Table } from "../dynamodb/table.ts";
import { secondsBetween } from "../timing/write-deadline.ts";
import {
	type Attempt,
	type AttemptKey,
	attemptKeptSeconds,
	toAttemptRecord,
} from "./attempt.ts";
import { fromAttemptedRequestItem } from "./attempted-request-item.store.ts";
import { findAttemptOutcome } from "./find-attempt-outcome.store.ts";
import { type ClaimItem, fromClaimedAt } from "./idempotency-claims.store.ts";

/**
 * R9: the record of the latest request with an idempotency key, and the id of its attempt. Makes two calls for
 * a request of 100 payments.
 *
 * @param now An instant before the call: what is missing is judged by the time before it was looked for.
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
	// Read after the end of the request, which is stored after everything that the request has created.
	const outcome = await findAttemptOutcome(table, key.organizationId, attempt);
	return {
		attemptId: attempt.attemptId,
		record: toAttemptRecord(attempt, outcome, now),
	};
}

/**
 * The latest request that claimed an idempotency key.
 *
 * @returns undefined when there is none within 24 hours.
 */
async function findAttempt(
	table: Table,
	key: AttemptKey,
	now: Date,
): Promise<Attempt | undefined> {
	const { pk, sk } = idempotencyClaimKey(key);
	const items = await queryPartition(table, { pk });
	const claim = items.find((item) => item.sk === sk);
	const end = items.find((item) => item.sk === requestEndKey(key).sk);
	const attempt = claim && toAttempt(key, claim, end);
	if (!attempt) return undefined;
	// The store's TTL may delete items days late.
	const isKept = secondsBetween(attempt.claimedAt, now) < attemptKeptSeconds;
	return isKept ? attempt : undefined;
}

/** @param end Perhaps of an earlier request with the key. */
function toAttempt(
	{ operation }: AttemptKey,
	claim: Item,
	end: Item | undefined,
): Attempt {
	// Unchecked cast: items under a claim's key have this shape.
	const { attemptId, claimedAt, ...item } = claim as ClaimItem & Item;
	return {
		operation,
		attemptId,
		claimedAt: fromClaimedAt(claimedAt),
		request: fromAttemptedRequestItem(item),
		hasEnded: end?.attemptId === attemptId,
	};
}
