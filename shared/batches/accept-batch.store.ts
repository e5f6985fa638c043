import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { batchKey } from "../dynamodb/keys.ts";
import { type Table, withExtendedRetryTime } from "../dynamodb/table.ts";
import { batchPut } from "../dynamodb/writes/batch-put.ts";
import { conditionalWrite } from "../dynamodb/writes/conditional-write.ts";
import { transact } from "../dynamodb/writes/transact.ts";
import { type BatchGuard, toBatchGuard } from "./batch-guard.store.ts";
import { toChunkItems } from "./chunks/batch-chunks.store.ts";
import { toLayoutItems } from "./chunks/batch-layout.store.ts";
import { abortBatch } from "./close-batch.store.ts";
import { toOpeningParts } from "./opening-parts.store.ts";
import type { Chunk, PaymentBatch } from "./payment-batch.ts";

/**
 * Accepts a batch, unless another one runs in its organization: afterwards the batch is `PENDING` and is processed
 * after any failure. The batch's id makes a repeated call safe.
 *
 * @param batch `ACCEPTING`.
 * @returns null, or the guard of the running batch.
 * @throws When the batch could not be accepted. It never will be, except after an `AggregateError`, which leaves it to
 *   the sweeper.
 */
export async function acceptBatch(
	table: Table,
	batch: PaymentBatch,
	chunks: readonly Chunk[],
): Promise<BatchGuard | null> {
	try {
		const guard = await openBatch(table, batch);
		if (guard) return guard;
		await batchPut(table, toItems(batch, chunks));
		await commitBatch(table, batch);
		return null;
	} catch (error) {
		// A failed commit may have taken effect, or still may: the abort decides which.
		const state = await abortOrExplain(table, batch, error);
		if (state === "ABORTED") throw error;
		return null;
	}
}

/**
 * Takes the guard, and stores and lists the batch, in one transaction: only one of several concurrent batches succeeds.
 */
async function openBatch(
	table: Table,
	batch: PaymentBatch,
): Promise<BatchGuard | null> {
	const parts = toOpeningParts(table, batch);
	const conflictingItems = await transact(table, parts);
	if (!conflictingItems) return null;
	const guard = toBatchGuard(conflictingItems[0] ?? {});
	// The guard is this batch's own when the response of an earlier attempt was lost.
	return guard.bulkActionSlug === batch.bulkActionSlug ? null : guard;
}

/** The items that hold the batch's request. */
function* toItems(batch: PaymentBatch, chunks: readonly Chunk[]) {
	yield* toChunkItems(batch, chunks);
	yield* toLayoutItems(batch, chunks);
}

/** The commit point. */
async function commitBatch(table: Table, batch: PaymentBatch) {
	const conflictingItem = await conditionalWrite(
		table,
		new UpdateCommand({
			TableName: table.name,
			Key: batchKey(batch),
			UpdateExpression: "SET #status = :pending",
			ConditionExpression: "#status = :accepting",
			ExpressionAttributeNames: { "#status": "status" },
			ExpressionAttributeValues: {
				":pending": "PENDING",
				":accepting": "ACCEPTING",
			},
		}),
	);
	if (conflictingItem) throw new Error("The batch is no longer being accepted");
}

async function abortOrExplain(
	table: Table,
	batch: PaymentBatch,
	error: unknown,
) {
	try {
		return await abortBatch(withExtendedRetryTime(table), batch);
	} catch (abortError) {
		throw new AggregateError(
			[error, abortError],
			"It is unknown whether the batch was accepted: the sweeper will abort or process it",
		);
	}
}
