import type { Item } from "../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	isStoredNumber,
} from "../dynamodb/stored-values.ts";

/** The format in which this version writes batches, chunks and results. */
export const currentFormat = 1;

/** @throws When a later version wrote the item in an unknown format. */
export function requireKnownFormat(item: Item) {
	const { format: stored } = item;
	const format = isStoredNumber(stored) ? fromStoredInteger(stored) : undefined;
	if (format === currentFormat) return;
	throw new Error(`Format ${format} is unknown to this version`);
}

/** Stands for a stored value that is missing or unreadable. */
export type Lost = "LOST";

/** Returns `LOST` for any error: a value with an unreadable format, compression or JSON stays unreadable. */
export function unlessUnreadable<Value>(read: () => Value): Value | Lost {
	try {
		return read();
	} catch {
		return "LOST";
	}
}
