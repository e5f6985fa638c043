import type { Item } from "../dynamodb/batch-get.ts";
import {
	fromStoredInteger,
	isStoredNumber,
} from "../dynamodb/stored-values.ts";

/** How batches, chunks and their results are written by this version of the service (design 5). */
export const currentFormat = 1;

/** @throws When the item was written by a later version, in a form that this one does not know. */
export function requireKnownFormat(item: Item) {
	const { format: stored } = item;
	const format = isStoredNumber(stored) ? fromStoredInteger(stored) : undefined;
	if (format === currentFormat) return;
	throw new Error(`Format ${format} is not known to this version`);
}

/** In place of a stored value that is missing although it was written, or that cannot be read. */
export type Lost = "LOST";

/** Whatever makes a value unreadable (its format, its compression, its JSON), reading it again does not help. */
export function unlessUnreadable<Value>(read: () => Value): Value | Lost {
	try {
		return read();
	} catch {
		return "LOST";
	}
}
