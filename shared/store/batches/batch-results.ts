import {
	type BatchResult,
	toBatchResults,
} from "../../domain/batches/batch-result.ts";
import type { PaymentBatch } from "../../domain/batches/payment-batch.ts";
import { batchGet } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { chunkKey, chunkResultKey } from "../keys.ts";
import { toChunk } from "./batch-chunks.ts";
import { findChunkNumbers, findLostResources } from "./batch-layout.ts";
import { findDecision } from "./chunk-results.ts";

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
	const [chunks, decisions] = await Promise.all([
		batchGet(
			table,
			counted.map((chunk) => chunkKey(batch, chunk)),
		),
		batchGet(
			table,
			counted.map((chunk) => chunkResultKey(batch, chunk)),
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
