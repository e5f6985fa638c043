import type {
	Chunk,
	NumberedResource,
	PaymentBatch,
} from "../../domain/payment-batch.ts";
import type { Item } from "../dynamodb/batch-get.ts";
import { packJson, unpackJson } from "../dynamodb/packed-json.ts";
import { chunkKey, type Key } from "../keys.ts";
import { toEpochSeconds } from "./batches.ts";
import { currentFormat, requireKnownFormat } from "./format.ts";
import { type Lost, unlessUnreadable } from "./lost.ts";

/** The items of a batch's chunks. Made one by one, as they are asked for: together they may be large. */
export function* toChunkItems(
	batch: PaymentBatch,
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

export function toChunk(item: Item | undefined): Chunk | Lost {
	if (!item) return "LOST";
	return unlessUnreadable(() => {
		requireKnownFormat(item);
		return unpackJson<NumberedResource[]>(item.resources as Uint8Array);
	});
}
