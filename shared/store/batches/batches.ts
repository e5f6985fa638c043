import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type {
	BatchId,
	PaymentBatch,
} from "../../domain/batches/payment-batch.ts";
import { batchGet, type Item } from "../dynamodb/batch-get.ts";
import { conditionalWrite } from "../dynamodb/conditional-write.ts";
import {
	fromStoredInteger,
	type StoredNumber,
} from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { batchKey, type Key } from "../keys.ts";
import { currentFormat, requireKnownFormat } from "./format.ts";

/** A batch as the table holds it. */
interface BatchItem extends Key {
	organizationId: string;
	bulkActionSlug: string;
	status: PaymentBatch["status"];
	total: StoredNumber;
	chunks: StoredNumber;
	/** Not counted yet; beside `counted`, because no condition can compare a set's size with 1. */
	chunksLeft: StoredNumber;
	/** Absent while empty: the store has no empty sets. */
	counted?: Set<StoredNumber>;
	doneCount: StoredNumber;
	errorCount: StoredNumber;
	skippedCount: StoredNumber;
	userId: string;
	/** Absent: the batch was accepted before it was noted. */
	keyId?: string | null;
	idempotencyKey: string | null;
	defaultPaymentDate: string;
	createdAt: string;
	progressAt: string;
	sentAt: string;
	finishedAt: string | null;
	/** Epoch seconds: the store's TTL acts on it. */
	expiresAt: StoredNumber;
}

/** @returns undefined when there is none, or none any more. */
export async function findBatch(
	table: Table,
	id: BatchId,
): Promise<PaymentBatch | undefined> {
	const [item] = await batchGet(table, [batchKey(id)]);
	return item && toBatch(item);
}

/** The item of a batch that no chunk is counted of yet. */
export function toNewBatchItem({
	counted,
	counts,
	expiresAt,
	...batch
}: PaymentBatch) {
	return {
		...batchKey(batch),
		...batch,
		format: currentFormat,
		chunksLeft: batch.chunks,
		doneCount: 0,
		errorCount: 0,
		skippedCount: 0,
		expiresAt: toEpochSeconds(expiresAt),
	};
}

/** @throws When the format is not known. */
export function toBatch(item: Item): PaymentBatch {
	requireKnownFormat(item);
	// Unchecked cast: items under a batch's key have this shape.
	const stored = item as BatchItem & Item;
	return {
		organizationId: stored.organizationId,
		bulkActionSlug: stored.bulkActionSlug,
		status: stored.status,
		total: fromStoredInteger(stored.total),
		chunks: fromStoredInteger(stored.chunks),
		counted: new Set([...(stored.counted ?? [])].map(fromStoredInteger)),
		counts: {
			DONE: fromStoredInteger(stored.doneCount),
			ERROR: fromStoredInteger(stored.errorCount),
			SKIPPED: fromStoredInteger(stored.skippedCount),
		},
		userId: stored.userId,
		keyId: stored.keyId ?? null,
		idempotencyKey: stored.idempotencyKey,
		defaultPaymentDate: stored.defaultPaymentDate,
		createdAt: stored.createdAt,
		progressAt: stored.progressAt,
		sentAt: stored.sentAt,
		finishedAt: stored.finishedAt,
		expiresAt: new Date(
			fromStoredInteger(stored.expiresAt) * 1_000,
		).toISOString(),
	};
}

export const toEpochSeconds = (instant: string): number =>
	Math.floor(Date.parse(instant) / 1_000);

/**
 * Notes when messages for a batch's chunks were sent again.
 *
 * @param sentAt RFC 3339
 */
export async function markSent(table: Table, batch: BatchId, sentAt: string) {
	const conflictingItem = await conditionalWrite(
		table,
		new UpdateCommand({
			TableName: table.name,
			Key: batchKey(batch),
			UpdateExpression: "SET sentAt = :sentAt",
			ConditionExpression: "attribute_exists(pk)",
			ExpressionAttributeValues: { ":sentAt": sentAt },
		}),
	);
	if (conflictingItem) throw new Error("The batch no longer exists");
}
