import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { batchKey } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import { pauseBeforeRetry } from "../../dynamodb/retries/retry-busy.ts";
import type { Table } from "../../dynamodb/table.ts";
import { conditionalWrite } from "../../dynamodb/writes/conditional-write.ts";
import { toBatch } from "../batches.store.ts";
import { type ConditionalUpdate, closeBatch } from "../close-batch.store.ts";
import type { BatchId, PaymentBatch, ResultCounts } from "../payment-batch.ts";

const attemptsMax = 5;

/** A chunk with final results. */
export interface CountedChunk {
	chunk: number;
	counts: ResultCounts;
	/** RFC 3339 */
	countedAt: string;
	/** true for an abandoned chunk, which does not count as progress of the batch. */
	isAbandoned: boolean;
}

/** What a call counted. */
export interface ChunkCount {
	/** false when another call counted the chunk, or when it is unknown which one did. */
	isFirst: boolean;
	/** The batch that this call ended; null when it did not. */
	ended: EndedBatch | null;
}

export interface EndedBatch {
	/** As it was before its last chunk was counted. */
	batch: PaymentBatch;
	/** Results of all chunks. */
	counts: ResultCounts;
	/** RFC 3339 */
	endedAt: string;
	/** true when at least one chunk was abandoned. */
	isAbandoned: boolean;
}

/**
 * Counts a chunk. Idempotent. Counting the last chunk ends the batch in the same write, so that a crash cannot leave a
 * batch that is counted but not ended (ADR 7).
 *
 * @throws When the chunk could not be counted.
 */
export async function countChunk(
	table: Table,
	batch: BatchId,
	counted: CountedChunk,
): Promise<ChunkCount> {
	for (let attempt = 0; attempt < attemptsMax; attempt++) {
		if (!(await pauseBeforeRetry(table, attempt))) break;
		const oneOfMany = await countOneOfMany(table, batch, counted);
		if (oneOfMany === null) return { isFirst: true, ended: null };
		if (isCounted(oneOfMany, counted)) return countedBefore;
		const last = await countLast(table, batch, counted);
		if (last === null) return toLastCount(oneOfMany, counted);
		if (isCounted(last, counted)) return countedBefore;
	}
	throw new Error("The chunk could not be counted");
}

/** @returns null when it took effect, otherwise the record for which the condition does not hold. */
async function countOneOfMany(
	table: Table,
	batch: BatchId,
	counted: CountedChunk,
): Promise<Item | null> {
	return conditionalWrite(
		table,
		new UpdateCommand({
			TableName: table.name,
			Key: batchKey(batch),
			...countUpdate(counted, { isLast: false }),
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
}

async function countLast(
	table: Table,
	batch: BatchId,
	counted: CountedChunk,
): Promise<Item | null> {
	const update = countUpdate(counted, { isLast: true });
	return closeBatch(table, batch, update);
}

const countedBefore: ChunkCount = { isFirst: false, ended: null };

/** @param item The batch's record for which this chunk was the last. */
function toLastCount(
	item: Item,
	{ counts, countedAt, isAbandoned }: CountedChunk,
): ChunkCount {
	const batch = toBatch(item);
	return {
		isFirst: true,
		ended: {
			batch,
			counts: {
				DONE: batch.counts.DONE + counts.DONE,
				ERROR: batch.counts.ERROR + counts.ERROR,
				SKIPPED: batch.counts.SKIPPED + counts.SKIPPED,
			},
			endedAt: countedAt,
			isAbandoned: isAbandoned || item.abandonedAt !== undefined,
		},
	};
}

/** true also when this call's own update counted it and its response was lost. */
function isCounted(item: Item, { chunk }: CountedChunk): boolean {
	const { status, counted } = toBatch(item);
	return status !== "PENDING" || counted.has(chunk);
}

function countUpdate(
	{ chunk, counts, countedAt, isAbandoned }: CountedChunk,
	{ isLast }: { isLast: boolean },
): ConditionalUpdate {
	const isRunning = "#status = :pending";
	const isUncounted = "NOT contains(counted, :chunk)";
	const isExpectedCount = isLast ? "chunksLeft = :one" : "chunksLeft > :one";
	const end = isLast ? ", #status = :done, finishedAt = :countedAt" : "";
	return {
		UpdateExpression:
			"ADD counted :chunks, chunksLeft :minusOne, doneCount :doneCount, errorCount :errorCount, skippedCount :skippedCount" +
			` SET #at = :countedAt${end}`,
		ConditionExpression: `${isRunning} AND ${isUncounted} AND ${isExpectedCount}`,
		ExpressionAttributeNames: {
			"#status": "status",
			"#at": isAbandoned ? "abandonedAt" : "progressAt",
		},
		ExpressionAttributeValues: {
			":chunk": chunk,
			":chunks": new Set([chunk]),
			":one": 1,
			":minusOne": -1,
			":doneCount": counts.DONE,
			":errorCount": counts.ERROR,
			":skippedCount": counts.SKIPPED,
			":countedAt": countedAt,
			":pending": "PENDING",
			...(isLast && { ":done": "DONE" }),
		},
	};
}
