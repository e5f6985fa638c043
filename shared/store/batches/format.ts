import type { Item } from "../dynamodb/batch-get.ts";
import { fromStoredInteger, type StoredNumber } from "../dynamodb/numbers.ts";

/** How batches, chunks and their results are written by this version of the service (design 5). */
export const currentFormat = 1;

/** @throws When the item was written by a later version, in a form that this one does not know. */
export function requireKnownFormat(item: Item) {
	const format = fromStoredInteger(item.format as StoredNumber);
	if (format === currentFormat) return;
	throw new Error(`Format ${format} is not known to this version`);
}
