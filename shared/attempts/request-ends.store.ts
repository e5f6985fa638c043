import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { type Key, requestEndKey } from "../dynamodb/keys.ts";
import { retryBusy } from "../dynamodb/retries/retry-busy.ts";
import type { StoredNumber } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import type { AttemptKey } from "./attempt.ts";
import { toExpiry } from "./idempotency-claims.store.ts";

/** The end of a request (ADR 13). */
export interface RequestEndItem extends Key {
	/** A key that is used again keeps the end of an earlier request until the later one has ended. */
	attemptId: string;
	/** Epoch seconds, for the store's TTL. */
	expiresAt: StoredNumber;
}

export interface RequestEnd extends AttemptKey {
	attemptId: string;
	claimedAt: Date;
}

/**
 * Stores that a request was carried out to its end, in an item of its own: to change the claim of 100 payments would
 * cost three write units. To repeat the write is safe, because it says the same. It is not repeated after a lost
 * answer, because the caller waits for the reply.
 *
 * @throws When it may not be stored.
 */
export async function storeRequestEnd(
	table: Table,
	{ attemptId, claimedAt, ...key }: RequestEnd,
) {
	const put = new PutCommand({
		TableName: table.name,
		Item: {
			...requestEndKey(key),
			attemptId,
			expiresAt: toExpiry(claimedAt),
		},
	});
	await retryBusy(table, () => table.documentsNoRetry.send(put));
}
