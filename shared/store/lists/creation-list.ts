import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../dynamodb/batch-get.ts";
import { itemBytes } from "../dynamodb/item-size.ts";
import type { Table } from "../dynamodb/table.ts";
import type { Key } from "../keys.ts";
import {
	type ListKey,
	type ListKind,
	listIndexName,
	listPartition,
} from "../list-index.ts";
import { keyList } from "./key-list.ts";
import type { RecordList } from "./record-list.ts";

/** The value that a record's property must have; undefined: any. */
export type Filters<Stored> = {
	[Name in keyof Stored]?: Stored[Name] | undefined;
};

export interface ListedKind<Stored> {
	organizationId: string;
	kind: ListKind;
	toStored: (item: Item) => Stored;
	filters?: Filters<Stored>;
	/** A record as the list shows it. */
	toRecord: (stored: Stored) => object;
	/** How much `toRecord` unpacks, beyond what is stored. */
	unpackedBytes?: (stored: Stored) => number;
}

/**
 * The organization's records of a kind, newest first. The place of a record never changes: whoever reads the list from its
 * start to its end meets each record once, whatever is created meanwhile.
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
		readKeys: (after, count) =>
			readKeys(table, listPartition(organizationId, kind), { after, count }),
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
	return wanted.every(
		([name, value]) => value === undefined || stored[name] === value,
	);
}

/** One key more than is wanted tells whether there are more. So few never make up the 1 MB at which a query ends. */
async function readKeys(
	table: Table,
	partition: string,
	{ after, count }: { after: string | null; count: number },
) {
	const isInList = "listPk = :list";
	const isBehind = after === null ? "" : " AND listSk < :after";
	const { Items = [] } = await table.documents.send(
		new QueryCommand({
			TableName: table.name,
			IndexName: listIndexName,
			KeyConditionExpression: `${isInList}${isBehind}`,
			ExpressionAttributeValues: {
				":list": partition,
				...(after !== null && { ":after": after }),
			},
			ScanIndexForward: false,
			Limit: count + 1,
		}),
	);
	return {
		keys: Items.slice(0, count).map(toListedKey),
		isEnd: Items.length <= count,
	};
}

function toListedKey(entry: Item) {
	// Unchecked cast: the index projects these keys.
	const { pk, sk, listSk } = entry as Key & ListKey & Item;
	return { position: listSk, key: { pk, sk } };
}
