import { chunkKey, chunkResultKey } from "../../dynamodb/keys.ts";
import { batchGet } from "../../dynamodb/reads/batch-get.ts";
import { readWhole } from "../../dynamodb/reads/read-whole.ts";
import type { Table } from "../../dynamodb/table.ts";
import { toChunk } from "../chunks/batch-chunks.store.ts";
import {
	findChunkNumbers,
	findLostResources,
} from "../chunks/batch-layout.store.ts";
import { findDecision } from "../chunks/chunk-results.store.ts";
import type { PaymentBatch } from "../payment-batch.ts";
import { type BatchResult, toBatchResults } from "./batch-result.ts";

/**
 * The results of a batch for positions `start` (inclusive) to `end` (exclusive).
 *
 * @param batch The batch as read; chunks that it counts are final.
 * @returns One entry for each position; undefined where there is no result yet. The slug is empty for resources of a
 *   lost chunk.
 */
export async function findResults(
	table: Table,
	batch: PaymentBatch,
	{ start, end }: { start: number; end: number },
): Promise<(BatchResult | undefined)[]> {
	// The layout may not exist yet while the batch is being accepted.
	if (batch.counted.size === 0) return new Array(end - start).fill(undefined);

	const chunkNumbers = await findChunkNumbers(table, batch, { start, end });
	const counted = [...new Set(chunkNumbers)].filter((chunk) =>
		batch.counted.has(chunk),
	);
	const resultKeys = counted.map((chunk) => chunkResultKey(batch, chunk));
	const [chunks, decisions] = await Promise.all([
		batchGet(
			table,
			counted.map((chunk) => chunkKey(batch, chunk)),
		),
		// A stop stores decisions in the transaction that counts them.
		readWhole(
			table,
			() => batchGet(table, resultKeys),
			(found) => !found.includes(undefined),
		),
	]);
	const byPosition = new Map<number, BatchResult>();
	for (const [index, number] of counted.entries()) {
		const decision = findDecision(decisions[index]) ?? "LOST";
		// Lost after it was counted: the results are unknown.
		if (decision === "LOST") continue;
		const stored = toChunk(chunks[index]);
		const chunk =
			stored === "LOST"
				? await findLostResources(table, batch, number)
				: stored;
		for (const result of toBatchResults(batch.bulkActionSlug, chunk, decision))
			byPosition.set(result.position, result);
	}
	return chunkNumbers.map((_, offset) => byPosition.get(start + offset));
}
