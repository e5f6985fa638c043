import { toResults } from "../../domain/batches/chunk-decision.ts";
import type { PaymentBatch } from "../../domain/batches/payment-batch.ts";
import type { PaymentResult } from "../../domain/payments/payment-result.ts";
import { batchGet } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { chunkKey, chunkResultKey } from "../keys.ts";
import { toChunk } from "./batch-chunks.ts";
import { findChunkNumbers, findLostResources } from "./batch-layout.ts";
import { findDecision } from "./chunk-results.ts";

/**
 * The results of a batch for the positions of its request from `start` up to before `end`.
 *
 * @param batch As it was read before: what it counts stands.
 * @returns One entry a position; undefined where there is no result yet. The slug of a resource whose chunk is lost is empty.
 */
export async function findResults(
	table: Table,
	batch: PaymentBatch,
	{ start, end }: { start: number; end: number },
): Promise<(PaymentResult | undefined)[]> {
	// While a batch is being accepted, not even its layout need be there.
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
	const byPosition = new Map<number, PaymentResult>();
	for (const [index, number] of counted.entries()) {
		const decision = findDecision(decisions[index]) ?? "LOST";
		// Lost after it was counted: what it said nobody knows.
		if (decision === "LOST") continue;
		const stored = toChunk(chunks[index]);
		const chunk =
			stored === "LOST"
				? await findLostResources(table, batch, number)
				: stored;
		const results = toResults(chunk, decision);
		for (const [within, result] of results.entries()) {
			const position = chunk[within]?.position;
			if (position !== undefined) byPosition.set(position, result);
		}
	}
	return chunkNumbers.map((_, offset) => byPosition.get(start + offset));
}
