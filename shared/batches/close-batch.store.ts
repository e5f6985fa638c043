import {
	batchEntryKey,
	batchGuardKey,
	batchKey,
	type Key,
	runningBatchKey,
} from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import {
	type ConflictingItems,
	type TransactionParts,
	transact,
} from "../dynamodb/writes/transact.ts";
import type { BatchId } from "./payment-batch.ts";

/** A conditional update. */
export interface ConditionalUpdate {
	UpdateExpression: string;
	ConditionExpression: string;
	ExpressionAttributeNames?: Record<string, string>;
	ExpressionAttributeValues: Record<string, unknown>;
}

/**
 * Ends a batch in one transaction: makes the last update of its record, releases the guard and removes the batch from
 * the list of running ones.
 *
 * @param others Further parts of the transaction.
 * @returns null when it took effect, otherwise the record for which the update's condition does not hold: `{}` when
 *   there is none, or when the condition of one of the others does not hold.
 */
export async function closeBatch(
	table: Table,
	batch: BatchId,
	lastUpdate: ConditionalUpdate,
	others: TransactionParts = [],
): Promise<Item | null> {
	const conflictingItems = await removeFromRunning(table, batch, [
		{
			Update: {
				TableName: table.name,
				Key: batchKey(batch),
				...lastUpdate,
				ReturnValuesOnConditionCheckFailure: "ALL_OLD",
			},
		},
		...others,
	]);
	return conflictingItems && (conflictingItems[0] ?? {});
}

/**
 * Removes the running-list entry and the guard of a batch that has ended. Does nothing while its record says that it
 * runs, even if the caller has not seen that record: a read may see one item of a transaction before another, so the
 * transaction itself checks the record.
 */
export async function unlistBatch(table: Table, batch: BatchId) {
	const isGone = "attribute_not_exists(pk)";
	const isEnded = "#status IN (:done, :aborted)";
	await removeFromRunning(table, batch, [
		{
			ConditionCheck: {
				TableName: table.name,
				Key: batchKey(batch),
				ConditionExpression: `${isGone} OR ${isEnded}`,
				ExpressionAttributeNames: { "#status": "status" },
				ExpressionAttributeValues: { ":done": "DONE", ":aborted": "ABORTED" },
			},
		},
	]);
}

async function removeFromRunning(
	table: Table,
	batch: BatchId,
	others: TransactionParts,
): Promise<ConflictingItems | null> {
	const parts = [...others, removal(table, runningBatchKey(batch))];
	const conflicts = await transact(table, [
		...parts,
		guardRemoval(table, batch),
	]);
	const isOnlyGuardTaken = conflicts?.findIndex(Boolean) === parts.length;
	// Another holder has taken over the guard and will release it. The batch ends without removing it.
	return isOnlyGuardTaken ? transact(table, parts) : conflicts;
}

const removal = (table: Table, key: Key): TransactionParts[number] => ({
	Delete: { TableName: table.name, Key: key },
});

/** Removes the guard if it is this batch's; succeeds if there is none. */
function guardRemoval(
	table: Table,
	{ organizationId, bulkActionSlug }: BatchId,
): TransactionParts[number] {
	const isGone = "attribute_not_exists(pk)";
	const isOwn = "bulkActionSlug = :bulkActionSlug";
	return {
		Delete: {
			TableName: table.name,
			Key: batchGuardKey(organizationId),
			ConditionExpression: `${isGone} OR ${isOwn}`,
			ExpressionAttributeValues: { ":bulkActionSlug": bulkActionSlug },
		},
	};
}

/**
 * Aborts a batch that is being accepted: its commit cannot succeed afterwards.
 *
 * @returns `ACCEPTED` when the batch was committed before; it continues.
 */
export async function abortBatch(
	table: Table,
	batch: BatchId & { createdAt: string },
): Promise<"ABORTED" | "ACCEPTED"> {
	const conflictingItem = await closeBatch(
		table,
		batch,
		{
			UpdateExpression: "SET #status = :aborted",
			ConditionExpression: "#status = :accepting",
			ExpressionAttributeNames: { "#status": "status" },
			ExpressionAttributeValues: {
				":aborted": "ABORTED",
				":accepting": "ACCEPTING",
			},
		},
		[removal(table, batchEntryKey(batch))],
	);
	const isCommitted =
		conflictingItem?.status === "PENDING" || conflictingItem?.status === "DONE";
	return isCommitted ? "ACCEPTED" : "ABORTED";
}
