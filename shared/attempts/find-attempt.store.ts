import { idempotencyClaimKey } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { getItem } from "../dynamodb/reads/get-item.ts";
import type { Table } from "../dynamodb/table.ts";
import { secondsBetween } from "../timing/write-deadline.ts";
import {
	type Attempt,
	type AttemptOperation,
	attemptKeptSeconds,
	toAttemptRecord,
} from "./attempt.ts";
import { fromAttemptedRequestItem } from "./attempted-request-item.store.ts";
import { findAttemptOutcome } from "./find-attempt-outcome.store.ts";
import { type ClaimItem, fromClaimedAt } from "./idempotency-claims.store.ts";

/** The key of an attempt. */
export interface AttemptKey {
	organizationId: string;
	operation: AttemptOperation;
	idempotencyKey: string;
}

/**
 * Records R9: the record of the latest request with an idempotency key, and the id of its attempt. Makes two calls for
 * a request of 100 payments.
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
	return {
		attemptId: attempt.attemptId,
		record: toAttemptRecord(attempt, outcome, now),
	};
}

/**
 * The latest request that claimed an idempotency key.
 *
 * @returns undefined when there is none within 24 hours, or its claim was made by a version that stored no requests.
 */
async function findAttempt(
	table: Table,
	{ organizationId, operation, idempotencyKey }: AttemptKey,
	now: Date,
): Promise<Attempt | undefined> {
	const item = await getItem(
		table,
		idempotencyClaimKey(organizationId, operation, idempotencyKey),
	);
	const attempt = item && toAttempt(operation, item);
	if (!attempt) return undefined;
	// The store's TTL may delete items days late.
	const isKept = secondsBetween(attempt.claimedAt, now) < attemptKeptSeconds;
	return isKept ? attempt : undefined;
}

function toAttempt(
	operation: AttemptOperation,
	item: Item,
): Attempt | undefined {
	// Unchecked cast: items under a claim's key have this shape.
	const { attemptId, claimedAt, request, ...rest } = item as ClaimItem & Item;
	if (!request) return undefined;
	return {
		operation,
		attemptId,
		claimedAt: fromClaimedAt(claimedAt),
		request: fromAttemptedRequestItem({ request, ...rest }),
	};
}
