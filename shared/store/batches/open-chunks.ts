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
import { findDecision } from "./chunk-results.ts";
import type { Lost } from "./lost.ts";

/** A chunk that has no results yet, and how far it is. */
export interface OpenChunk {
	batch: PaymentBatch;
	number: number;
	resources: Chunk | Lost;
	/** null: nothing is decided. */
	decision: ChunkDecision | Lost | null;
}

/** One of which nothing is lost. */
export interface ReadableChunk extends OpenChunk {
	resources: Chunk;
	decision: ChunkDecision | null;
}

export const isReadable = (open: OpenChunk): open is ReadableChunk =>
	open.resources !== "LOST" && open.decision !== "LOST";

/**
 * Reads all that is to be known of a chunk, in one call.
 *
 * @returns undefined when nothing is left to do: the chunk is counted, or its batch not running.
 * @throws When the batch is of a format that is not known.
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
		decision: findDecision(resultItem),
	};
}
