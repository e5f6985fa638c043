import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Actor } from "../actors/actor.ts";
import { batchKey, type Key } from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	type StoredNumber,
} from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { conditionalWrite } from "../dynamodb/writes/conditional-write.ts";
import type { LeaveOut } from "../payments/payment-result.ts";
import {
	currentFormat,
	type Lost,
	requireKnownFormat,
	unlessUnreadable,
} from "./format.store.ts";
import type { BatchId, BatchStop, PaymentBatch } from "./payment-batch.ts";

/** The item of a batch. */
interface BatchItem extends Key {
	organizationId: string;
	bulkActionSlug: string;
	status: PaymentBatch["status"];
	total: StoredNumber;
	chunks: StoredNumber;
	/** How many chunks are not counted. It follows from `counted`, but a condition cannot compare the size of a set. */
	chunksLeft: StoredNumber;
	/** Absent when empty: the store has no empty sets. */
	counted?: Set<StoredNumber>;
	doneCount: StoredNumber;
	errorCount: StoredNumber;
	skippedCount: StoredNumber;
	userId: string;
	keyId: string | null;
	idempotencyKey: string | null;
	defaultPaymentDate: string;
	/** Absent when empty. */
	leaveOut?: LeaveOut[];
	createdAt: string;
	progressAt: string;
	sentAt: string;
	finishedAt: string | null;
	/** These three are absent unless the batch was stopped. */
	stoppedAt?: string;
	/** null means the operator. */
	stoppedBy?: Actor | null;
	stopReason?: string;
	/** Epoch seconds, for the store's TTL. */
	expiresAt: StoredNumber;
}

/** @returns undefined when there is none. One that has expired is returned until the store deletes it (`isVisible`). */
export async function findBatch(
	table: Table,
	id: BatchId,
): Promise<PaymentBatch | undefined> {
	const [item] = await batchGet(table, [batchKey(id)]);
	return item && toBatch(item);
}

/**
 * Reads several batches. One that a later version wrote does not hide the others.
 *
 * @returns One entry for each id, in order; undefined where there is none.
 */
export async function findBatchesById(
	table: Table,
	ids: readonly BatchId[],
): Promise<(PaymentBatch | Lost | undefined)[]> {
	const items = await batchGet(table, ids.map(batchKey));
	return items.map((item) => item && unlessUnreadable(() => toBatch(item)));
}

/** The item of a new batch, without counted chunks. */
export function toNewBatchItem({
	counted,
	counts,
	stop: _,
	leaveOut,
	expiresAt,
	...batch
}: PaymentBatch) {
	return {
		...batchKey(batch),
		...batch,
		...(leaveOut.length > 0 && { leaveOut }),
		format: currentFormat,
		chunksLeft: batch.chunks,
		doneCount: 0,
		errorCount: 0,
		skippedCount: 0,
		expiresAt: toEpochSeconds(expiresAt),
	};
}

/** @throws When the format is unknown. */
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
		keyId: stored.keyId,
		idempotencyKey: stored.idempotencyKey,
		defaultPaymentDate: stored.defaultPaymentDate,
		leaveOut: stored.leaveOut ?? [],
		createdAt: stored.createdAt,
		progressAt: stored.progressAt,
		sentAt: stored.sentAt,
		finishedAt: stored.finishedAt,
		stop: toStop(stored),
		expiresAt: new Date(
			fromStoredInteger(stored.expiresAt) * 1_000,
		).toISOString(),
	};
}

function toStop({
	stoppedAt,
	stoppedBy = null,
	stopReason = "",
}: BatchItem): BatchStop | null {
	if (stoppedAt === undefined) return null;
	return { stoppedAt, stoppedBy, stopReason };
}

export const toEpochSeconds = (instant: string): number =>
	Math.floor(Date.parse(instant) / 1_000);

/**
 * Stores when messages for a batch's chunks were last sent.
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

/**
 * Restarts the time that a batch has been without progress.
 *
 * @param progressAt RFC 3339
 */
export async function markProgress(
	table: Table,
	batch: BatchId,
	progressAt: string,
) {
	await conditionalWrite(
		table,
		new UpdateCommand({
			TableName: table.name,
			Key: batchKey(batch),
			UpdateExpression: "SET progressAt = :progressAt",
			// Any other is aborted or closed in any case.
			ConditionExpression: "#status = :pending",
			ExpressionAttributeNames: { "#status": "status" },
			ExpressionAttributeValues: {
				":progressAt": progressAt,
				":pending": "PENDING",
			},
		}),
	);
}
