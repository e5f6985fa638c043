import { itemBytes } from "../dynamodb/item-size.ts";
import type { Key } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { keyList, type ListedKey } from "./key-list.store.ts";
import {
	isListSortKey,
	type ListKey,
	type ListKind,
	listIndexName,
	listPartition,
} from "./list-index.store.ts";
import { queryKeys } from "./query-keys.store.ts";
import type { RecordList } from "./record-list.store.ts";

/** The value that each property must have, or a condition that it must meet; undefined accepts any. */
export type Filters<Stored> = {
	[Name in keyof Stored]?:
		| Stored[Name]
		| ((value: Stored[Name]) => boolean)
		| undefined;
};

export interface ListedKind<Stored> {
	organizationId: string;
	kind: ListKind;
	toStored: (item: Item) => Stored;
	filters?: Filters<Stored>;
	/** Converts to the record that the list shows; undefined for one that it leaves out. */
	toRecord: (stored: Stored) => object | undefined;
	/** Size that `toRecord` unpacks beyond the stored size. */
	unpackedBytes?: (stored: Stored) => number;
}

/**
 * The organization's records of a kind, newest first. Positions never change, so that reading all pages returns each
 * record once, also when records are created meanwhile.
 */
export function creationList<Stored extends object>(
	table: Table,
	{
		organizationId,
		kind,
		toStored,
		filters = {},
		toRecord,
		unpackedBytes = () => 0,
	}: ListedKind<Stored>,
): RecordList {
	return keyList(table, {
		isFiltered: Object.values(filters).some((value) => value !== undefined),
		isPosition: isListSortKey,
		readKeys: (after, count) =>
			queryListIndex(table, listPartition(organizationId, kind), {
				after,
				count,
			}),
		show(item) {
			const stored = toStored(item);
			const bytes = itemBytes(item);
			if (!isMatch(stored, filters)) return { record: undefined, bytes };
			const record = toRecord(stored);
			return { record, bytes: bytes + unpackedBytes(stored) };
		},
	});
}

export function isMatch<Stored extends object>(
	stored: Stored,
	filters: Filters<Stored>,
): boolean {
	const wanted = Object.entries(filters) as [keyof Stored, unknown][];
	return wanted.every(([name, filter]) => accepts(filter, stored[name]));
}

const accepts = (filter: unknown, value: unknown): boolean =>
	typeof filter === "function"
		? filter(value)
		: filter === undefined || filter === value;

/** The next keys of a partition of the list index, newest first. */
export function queryListIndex(
	table: Table,
	partition: string,
	{ after, count }: { after: string | null; count: number },
) {
	const isInList = "listPk = :list";
	const isBehind = after === null ? "" : " AND listSk < :after";
	return queryKeys(table, {
		IndexName: listIndexName,
		KeyConditionExpression: `${isInList}${isBehind}`,
		ExpressionAttributeValues: {
			":list": partition,
			...(after !== null && { ":after": after }),
		},
		count,
		toListed: toListedKey,
	});
}

function toListedKey(entry: Item): ListedKey {
	// Unchecked cast: the index projects these keys.
	const { pk, sk, listSk } = entry as Key & ListKey & Item;
	return { position: listSk, key: { pk, sk } };
}
