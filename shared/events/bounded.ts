import { shorten } from "../text/shorten.ts";

/** An event of EventBridge has at most 256 KB. No list of an event is larger than this as JSON. */
const listMaxBytes = 128 * 1024;

/** Longer than any text that a caller may send with an advance, an invoice or a payment. */
const textMaxLength = 1_000;

/** A text whose length the store does not limit, such as an order's number. */
export const boundedText = (text: string) => shorten(text, textMaxLength);

/** The first entries of a list, as many as an event can carry. */
export function boundedList<T>(entries: readonly T[]): T[] {
	let bytes = 0;
	const end = entries.findIndex((entry) => {
		bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
		return bytes > listMaxBytes;
	});
	return entries.slice(0, end === -1 ? entries.length : end);
}
