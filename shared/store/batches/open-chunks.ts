import type { ChunkDecision } from "../../domain/chunk-decision.ts";
import type {
	BatchId,
	Chunk,
	PaymentBatch,
} from "../../domain/payment-batch.ts";
import { batchGet } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { batchKey, chunkKey, chunkResultKey } from "../keys.ts";
import { toChunk } from "./batch-chunks.ts";
import { toBatch } from "./batches.ts";
import { toDecision } from "./chunk-results.ts";

/** A chunk that has no results yet, and how far it is. */
export interface OpenChunk {
	batch: PaymentBatch;
	number: number;
	resources: Chunk;
	/** null: nothing is decided. */
	decision: ChunkDecision | null;
}

/**
 * Reads all that is to be known of a chunk, in one call.
 *
 * @returns undefined when nothing is left to do: the chunk is counted, or its batch not running.
 * @throws When it is of a format that is not known.
 */
export async function findOpenChunk(
	table: Table,
	id: BatchId,
	number: number,
): Promise<OpenChunk | undefined> {
	const [batchItem, chunkItem, resultItem] = await batchGet(table, [
		batchKey(id),
		chunkKey(id, number),
		chunkResultKey(id, number),
	]);
	if (!batchItem) return undefined;
	const batch = toBatch(batchItem);
	if (batch.status !== "PENDING" || batch.counted.has(number)) return undefined;
	return {
		batch,
		number,
		resources: toChunk(chunkItem),
		decision: resultItem ? toDecision(resultItem) : null,
	};
}
