import { batchGet, type Item } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import type { Key } from "../keys.ts";
import type { ListEntry, RecordList, Shown } from "./record-list.ts";

/** Where a record of a list is. */
export interface ListedKey {
	position: string;
	key: Key;
}

export interface KeyList {
	isFiltered?: boolean;
	/** Reads where the next records are. */
	readKeys(
		after: string | null,
		count: number,
	): Promise<{ keys: ListedKey[]; isEnd: boolean }>;
	show(item: Item): Shown;
}

/** A list of which first the keys are read and then, consistently, the records; those that are gone are left out. */
export function keyList(
	table: Table,
	{ isFiltered = false, readKeys, show }: KeyList,
): RecordList {
	return {
		isFiltered,
		async read(after, count) {
			const { keys, isEnd } = await readKeys(after, count);
			const items = await batchGet(
				table,
				keys.map(({ key }) => key),
			);
			return { entries: toEntries(keys, items, show), isEnd };
		},
	};
}

function* toEntries(
	keys: readonly ListedKey[],
	items: readonly (Item | undefined)[],
	show: KeyList["show"],
): Generator<ListEntry> {
	for (const [index, { position }] of keys.entries()) {
		const item = items[index];
		const shown = item ? show(item) : { record: undefined, bytes: 0 };
		yield { position, ...shown };
	}
}
