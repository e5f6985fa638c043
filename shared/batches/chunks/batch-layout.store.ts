import { inGroups } from "../../collections/in-groups.ts";
import {
	batchLayoutKey,
	chunkKey,
	chunkResultKey,
	type Key,
} from "../../dynamodb/keys.ts";
import { batchGet, type Item } from "../../dynamodb/reads/batch-get.ts";
import { packJson, unpackJson } from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import { toEpochSeconds } from "../batches.store.ts";
import {
	currentFormat,
	type Lost,
	requireKnownFormat,
	unlessUnreadable,
} from "../format.store.ts";
import type { Chunk, PaymentBatch } from "../payment-batch.ts";
import type { LostResource } from "../results/batch-result.ts";
import { type ChunkOwner, toChunk } from "./batch-chunks.store.ts";
import { findDecision } from "./chunk-results.store.ts";

/**
 * 10,000 chunk numbers of up to 5 digits fit an item easily, and any page of results needs at most two layout pages.
 */
const positionsPerPage = 10_000;

/** The items of a batch's layout, which maps each position of the request to its chunk. */
export function* toLayoutItems(
	batch: ChunkOwner,
	chunks: readonly Chunk[],
): Generator<Key & Item> {
	let page = 0;
	for (const chunkNumbers of inGroups(toLayout(chunks), positionsPerPage)) {
		yield {
			...batchLayoutKey(batch, page),
			format: currentFormat,
			expiresAt: toEpochSeconds(batch.expiresAt),
			layout: packJson(chunkNumbers),
		};
		page += 1;
	}
}

/** The chunk number of each position from `start` (inclusive) to `end` (exclusive). */
export async function findChunkNumbers(
	table: Table,
	batch: PaymentBatch,
	{ start, end }: { start: number; end: number },
): Promise<number[]> {
	const keys: Key[] = [];
	const firstPage = Math.floor(start / positionsPerPage);
	for (let page = firstPage; page * positionsPerPage < end; page++) {
		keys.push(batchLayoutKey(batch, page));
	}
	const pages = (await batchGet(table, keys)).map(toChunkNumbers);
	const readable = pages.filter((page) => page !== "LOST");
	if (readable.length < pages.length) {
		return (await rebuildLayout(table, batch)).slice(start, end);
	}
	const offset = firstPage * positionsPerPage;
	return readable.flat().slice(start - offset, end - offset);
}

/** The resources of a chunk whose item is lost, from the layout, which has only their positions. */
export async function findLostResources(
	table: Table,
	batch: PaymentBatch,
	number: number,
): Promise<LostResource[]> {
	const whole = { start: 0, end: batch.total };
	const layout = await findChunkNumbers(table, batch, whole);
	return [...layout.keys()]
		.filter((position) => layout[position] === number)
		.map((position) => ({ position, slug: "", amount: null }));
}

function toChunkNumbers(page: Item | undefined): number[] | Lost {
	if (!page) return "LOST";
	return unlessUnreadable(() => {
		requireKnownFormat(page);
		return unpackJson<number[]>(page.layout);
	});
}

/** Returns the number of the chunk of each position. */
function toLayout(chunks: readonly (Chunk | Lost)[]): number[] {
	const layout: number[] = [];
	chunks.forEach((chunk, number) => {
		if (chunk === "LOST") return;
		for (const { position } of chunk) layout[position] = number;
	});
	return layout;
}

/** Rebuilds the layout from the positions stored in the chunks. The remaining positions belong to the lost chunks. */
async function rebuildLayout(
	table: Table,
	batch: PaymentBatch,
): Promise<number[]> {
	const numbers = Array.from({ length: batch.chunks }, (_, chunk) => chunk);
	const keys = numbers.map((chunk) => chunkKey(batch, chunk));
	const chunks = (await batchGet(table, keys)).map(toChunk);
	const lost = numbers.filter((chunk) => chunks[chunk] === "LOST");
	const owners = await assignToLostChunks(table, batch, lost);
	const layout = toLayout(chunks);
	return Array.from(
		{ length: batch.total },
		(_, position) => layout[position] ?? owners.next().value ?? 0,
	);
}

/**
 * Assigns the remaining positions to lost chunks: to each as many as its decision has resources, the rest to the first
 * without a decision. Closing the chunks one after the other thus gives every resource to exactly one chunk.
 */
async function assignToLostChunks(
	table: Table,
	batch: PaymentBatch,
	lost: readonly number[],
): Promise<Iterator<number, undefined>> {
	const keys = lost.map((chunk) => chunkResultKey(batch, chunk));
	const decisions = (await batchGet(table, keys)).map(findDecision);
	return owners();

	function* owners(): Generator<number, undefined> {
		let undecided: number | undefined;
		for (const [index, chunk] of lost.entries()) {
			const decision = decisions[index] ?? "LOST";
			if (decision === "LOST") undecided ??= chunk;
			else yield* decision.refusals.map(() => chunk);
		}
		while (undecided !== undefined) yield undecided;
		return undefined;
	}
}
