import type { Key } from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import type { ListEntry, RecordList, Shown } from "./record-list.store.ts";

/** The key of a listed record and its position in the list. */
export interface ListedKey {
	position: string;
	key: Key;
}

export interface KeyList {
	isFiltered?: boolean;
	isPosition: RecordList["isPosition"];
	/** Reads the keys of the next records. */
	readKeys(
		after: string | null,
		count: number,
	): Promise<{ keys: ListedKey[]; isEnd: boolean }>;
	show(item: Item): Shown;
}

/** A list that reads the keys first and then, consistently, the records. Leaves out records that no longer exist. */
export function keyList(
	table: Table,
	{ isFiltered = false, isPosition, readKeys, show }: KeyList,
): RecordList {
	return {
		isFiltered,
		isPosition,
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
