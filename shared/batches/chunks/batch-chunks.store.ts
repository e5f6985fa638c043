import {
	batchKey,
	chunkKey,
	chunkResultKey,
	type Key,
	stageHoldKey,
} from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import { batchGet } from "../../dynamodb/reads/batch-get.ts";
import { packJson, unpackJson } from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import { toHeldAt } from "../../organizations/stage-hold.store.ts";
import { toBatch, toEpochSeconds } from "../batches.store.ts";
import {
	currentFormat,
	type Lost,
	requireKnownFormat,
	unlessUnreadable,
} from "../format.store.ts";
import type {
	BatchId,
	Chunk,
	NumberedResource,
	PaymentBatch,
} from "../payment-batch.ts";
import type { ChunkDecision } from "./chunk-decision.ts";
import { findDecision } from "./chunk-results.store.ts";

/** Whose chunks and layout are stored: a batch, or a payment run, whose batch has the same id. */
export interface ChunkOwner extends BatchId {
	/** When the store may delete them (RFC 3339). */
	expiresAt: string;
}

/** The items of a batch's chunks, generated lazily because they may be large together. */
export function* toChunkItems(
	batch: ChunkOwner,
	chunks: readonly Chunk[],
): Generator<Key & Item> {
	for (const [number, chunk] of chunks.entries()) {
		yield {
			...chunkKey(batch, number),
			format: currentFormat,
			expiresAt: toEpochSeconds(batch.expiresAt),
			resources: packJson(chunk),
		};
	}
}

/** Unchecked: the caller states what the chunk of a payment run has in addition to the resources of a batch. */
export function toChunk<Resource extends NumberedResource = NumberedResource>(
	item: Item | undefined,
): readonly Resource[] | Lost {
	if (!item) return "LOST";
	return unlessUnreadable(() => {
		requireKnownFormat(item);
		return unpackJson<Resource[]>(item.resources);
	});
}

/** An uncounted chunk and its progress. */
export interface OpenChunk {
	batch: PaymentBatch;
	number: number;
	resources: Chunk | Lost;
	/** null when the chunk is undecided. */
	decision: ChunkDecision | Lost | null;
}

/** An open chunk of which nothing is lost. */
export interface ReadableChunk extends OpenChunk {
	resources: Chunk;
	decision: ChunkDecision | null;
}

export const isReadable = (open: OpenChunk): open is ReadableChunk =>
	open.resources !== "LOST" && open.decision !== "LOST";

/**
 * Reads a chunk, its batch, its decision and whether the stage is held, in one call.
 *
 * @returns undefined when there is nothing to do: the chunk is counted, or its batch is not running. `"HELD"` while the
 *   operator holds the stage: nobody begins a chunk then, or gives one up.
 * @throws When the format of the batch is unknown.
 */
export async function findOpenChunk(
	table: Table,
	id: BatchId,
	number: number,
): Promise<OpenChunk | "HELD" | undefined> {
	const [batchItem, chunkItem, resultItem, hold] = await batchGet(table, [
		batchKey(id),
		chunkKey(id, number),
		chunkResultKey(id, number),
		stageHoldKey,
	]);
	if (toHeldAt(hold) !== null) return "HELD";
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
