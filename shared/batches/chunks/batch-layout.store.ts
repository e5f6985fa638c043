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

/**
 * Rebuilds the layout from the positions stored in the chunks. The remaining positions belong to the lost chunks: to
 * each as many as its decision has resources, the rest to the first without a decision. So closing the chunks, in any
 * order, counts every resource once.
 */
async function rebuildLayout(
	table: Table,
	batch: PaymentBatch,
): Promise<number[]> {
	const numbers = [...new Array(batch.chunks).keys()];
	const keys = numbers.map((chunk) => chunkKey(batch, chunk));
	const chunks = (await batchGet(table, keys)).map(toChunk);
	const layout = toLayout(chunks);
	const lost = numbers.filter((chunk) => chunks[chunk] === "LOST");
	const resultKeys = lost.map((chunk) => chunkResultKey(batch, chunk));
	const sizes = (await batchGet(table, resultKeys)).map(decidedSize);
	const owners = lost.flatMap((chunk, index) =>
		new Array<number>(sizes[index] ?? 0).fill(chunk),
	);
	const undecided = lost.find((_, index) => sizes[index] === undefined) ?? 0;
	for (const position of new Array(batch.total).keys())
		layout[position] ??= owners.shift() ?? undecided;
	return layout;
}

/** undefined: the chunk has no decision that can be read. */
function decidedSize(item: Item | undefined): number | undefined {
	const decision = findDecision(item);
	return decision && decision !== "LOST" ? decision.refusals.length : undefined;
}
