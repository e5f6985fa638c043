import type {
	BatchId,
	Chunk,
	NumberedResource,
	PaymentBatch,
} from "../../domain/payment-batch.ts";
import { inGroups } from "../../runtime/in-groups.ts";
import { batchGet, type Item } from "../dynamodb/batch-get.ts";
import { packJson, unpackJson } from "../dynamodb/packed-json.ts";
import type { Table } from "../dynamodb/table.ts";
import { batchLayoutKey, chunkKey, type Key } from "../keys.ts";
import { toEpochSeconds } from "./batches.ts";
import { currentFormat, requireKnownFormat } from "./format.ts";

/** At 5 digits each, 10,000 chunk numbers are far from what an item may hold, and two pages answer any question. */
const positionsPerPage = 10_000;

/**
 * The items that keep what a batch was asked to pay: its chunks, and the layout, which tells for each position of the
 * request which chunk it is in. Made one by one, as they are asked for: together they may be large.
 */
export function* toChunkItems(
	batch: PaymentBatch,
	chunks: readonly Chunk[],
): Generator<Key & Item> {
	const common = {
		format: currentFormat,
		expiresAt: toEpochSeconds(batch.expiresAt),
	};
	for (const [number, chunk] of chunks.entries()) {
		const resources = packJson(chunk);
		yield { ...chunkKey(batch, number), ...common, resources };
	}
	let page = 0;
	for (const chunkNumbers of inGroups(toLayout(chunks), positionsPerPage)) {
		const layout = packJson(chunkNumbers);
		yield { ...batchLayoutKey(batch, page), ...common, layout };
		page += 1;
	}
}

/** @throws When the item is missing, or its format not known. */
export function toChunk(item: Item | undefined): Chunk {
	if (!item) throw new Error("A chunk of a batch is missing");
	requireKnownFormat(item);
	return unpackJson<NumberedResource[]>(item.resources as Uint8Array);
}

/** The numbers of the chunks in which these positions are, one a position; from `start` up to before `end`. */
export async function findChunkNumbers(
	table: Table,
	batch: BatchId,
	{ start, end }: { start: number; end: number },
): Promise<number[]> {
	const keys: Key[] = [];
	const firstPage = Math.floor(start / positionsPerPage);
	for (let page = firstPage; page * positionsPerPage < end; page++) {
		keys.push(batchLayoutKey(batch, page));
	}
	const pages = await batchGet(table, keys);
	const numbers = pages.flatMap((page) => toChunkNumbers(page));
	const offset = firstPage * positionsPerPage;
	return numbers.slice(start - offset, end - offset);
}

function toChunkNumbers(page: Item | undefined): number[] {
	if (!page) throw new Error("A page of a batch's layout is missing");
	requireKnownFormat(page);
	return unpackJson<number[]>(page.layout as Uint8Array);
}

/** One chunk number a position. */
function toLayout(chunks: readonly Chunk[]): number[] {
	const layout: number[] = [];
	chunks.forEach((chunk, number) => {
		for (const { position } of chunk) layout[position] = number;
	});
	return layout;
}
