import { expect } from "vitest";
import type { PlainRecord } from "../before.ts";

/** What a list has. */
export interface Listed {
	idName: string;
	records: PlainRecord[];
	/** In the order of `records`; otherwise the newest come first, those of the same millisecond in any order. */
	isOrdered?: boolean;
}

/** R1, "Lists": the first page. All of these lists are far below the limits of a page. */
export function expectPage(
	{ items, nextCursor }: { items: PlainRecord[]; nextCursor: string | null },
	{ idName, records, isOrdered = false }: Listed,
	limit: number,
) {
	const ids = items.map((item) => item[idName]);
	const expected = isOrdered
		? records.slice(0, limit)
		: ids.map((id) => records.find((record) => record[idName] === id));
	expect(items).toMatchObject(expected);
	expect(new Set(ids).size).toBe(Math.min(limit, records.length));
	if (limit > records.length) expect(nextCursor).toBeNull();
	if (limit < records.length) expect(nextCursor).not.toBeNull();
	if (isOrdered) return;
	const times = items.map(({ createdAt }) => `${createdAt}`);
	expect(times).toEqual(times.toSorted().toReversed());
}
