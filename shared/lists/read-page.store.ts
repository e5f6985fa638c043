import { toExactJson } from "../json/exact-json.ts";
import { jsonBytes, pageMaxBytes } from "../json/response-size.ts";
import type { RecordList } from "./record-list.store.ts";

/** Limits of what one request may examine (R1, "Lists"). */
const examinedMax = 1_000;
const examinedMaxBytes = 8 * 1024 * 1024;
/** Records to read at once for a filtered list: one call. */
const readAtOnce = 100;

export interface ListPage {
	/** The records as JSON. */
	items: string[];
	/** Position after which the next page begins; null on the last page. */
	next: string | null;
}

/**
 * Reads a page of a list: `limit` records, or fewer when they fill a response or too few match the filter.
 *
 * @param after Position at the end of the previous page; null for the first page.
 */
export async function readPage(
	list: RecordList,
	{ after, limit }: { after: string | null; limit: number },
): Promise<ListPage> {
	const items: string[] = [];
	let position = after;
	let bytes = 0;
	let examined = 0;
	let examinedBytes = 0;
	while (items.length < limit && examined < examinedMax) {
		const count = list.isFiltered ? readAtOnce : limit - items.length;
		const { entries, isEnd } = await list.read(position, count);
		for (const entry of entries) {
			if (items.length === limit || examinedBytes >= examinedMaxBytes)
				return { items, next: position };
			if (entry.record) {
				const item = toExactJson(entry.record);
				bytes += jsonBytes(item);
				if (bytes > pageMaxBytes && items.length > 0)
					return { items, next: position };
				items.push(item);
			}
			({ position } = entry);
			examined += 1;
			examinedBytes += entry.bytes;
		}
		if (isEnd) return { items, next: null };
	}
	return { items, next: position };
}

/** Reads all records of a list, for the operator. */
export async function* readAll(list: RecordList): AsyncGenerator<object> {
	let position: string | null = null;
	for (;;) {
		const { entries, isEnd } = await list.read(position, readAtOnce);
		for (const entry of entries) {
			if (entry.record) yield entry.record;
			({ position } = entry);
		}
		if (isEnd) return;
	}
}
