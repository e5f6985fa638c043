import { batchKey } from "../../dynamodb/keys.ts";
import type { Table } from "../../dynamodb/table.ts";
import {
	type TransactionParts,
	transact,
} from "../../dynamodb/writes/transact.ts";
import { type ConditionalUpdate, closeBatch } from "../close-batch.store.ts";
import type { PaymentBatch } from "../payment-batch.ts";
import { toUnpaidDecision } from "./chunk-decision.ts";
import { toResultItem } from "./chunk-results.store.ts";
import type { EndedBatch } from "./count-chunk.store.ts";

/** Counts the chunks of a stopped batch that one transaction ended. */
export interface StoppedChunks {
	/** The batch before. */
	batch: PaymentBatch;
	chunks: readonly number[];
	/** How many resources these chunks have. */
	resources: number;
	/** Set when these chunks were the batch's last. */
	ended: EndedBatch | null;
}

/**
 * Decides and counts chunks in one transaction: no version of the worker ever has to continue one of them.
 *
 * @param sizes The number of each chunk's resources.
 * @returns false when it had no effect, because a chunk was decided, or the last one was counted, since they were read.
 */
export async function endChunks(
	table: Table,
	stopped: StoppedChunks,
	{ sizes, now }: { sizes: ReadonlyMap<number, number>; now: Date },
): Promise<boolean> {
	const { batch, chunks, ended } = stopped;
	const decisions = chunks.map((chunk): TransactionParts[number] => {
		const decision = toUnpaidDecision(
			sizes.get(chunk) ?? 0,
			"BATCH_STOPPED",
			now.toISOString(),
		);
		return {
			Put: {
				TableName: table.name,
				Item: toResultItem(batch, chunk, decision),
				ConditionExpression: "attribute_not_exists(pk)",
			},
		};
	});
	const update = countUpdate(stopped);
	if (ended) return !(await closeBatch(table, batch, update, decisions));
	const count = {
		Update: { TableName: table.name, Key: batchKey(batch), ...update },
	};
	return !(await transact(table, [count, ...decisions]));
}

/** A chunk without a decision is not counted, so the condition need not name the chunks. */
function countUpdate({
	chunks,
	resources,
	ended,
}: StoppedChunks): ConditionalUpdate {
	const isRunning = "#status = :pending";
	const isExpectedCount = ended ? "chunksLeft = :count" : "chunksLeft > :count";
	const end = ended ? " SET #status = :done, finishedAt = :endedAt" : "";
	return {
		UpdateExpression: `ADD counted :chunks, chunksLeft :minusCount, skippedCount :resources${end}`,
		ConditionExpression: `${isRunning} AND ${isExpectedCount}`,
		ExpressionAttributeNames: { "#status": "status" },
		ExpressionAttributeValues: {
			":pending": "PENDING",
			":chunks": new Set(chunks),
			":count": chunks.length,
			":minusCount": -chunks.length,
			":resources": resources,
			...(ended && { ":done": "DONE", ":endedAt": ended.endedAt }),
		},
	};
}
