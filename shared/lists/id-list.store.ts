import { itemBytes } from "../dynamodb/item-size.ts";
import type { Key } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { queryAll } from "../dynamodb/reads/query.ts";
import type { Table } from "../dynamodb/table.ts";
import { keyList } from "./key-list.store.ts";
import {
	type ListKind,
	listIndexName,
	listPartition,
} from "./list-index.store.ts";
import type { RecordList } from "./record-list.store.ts";

export interface IdList {
	organizationId: string;
	kind: ListKind;
	/** The partition key of a record ends with its id. */
	toKey: (organizationId: string, id: string) => Key;
	toRecord: (item: Item) => object;
}

/**
 * An organization's records of a kind, ordered by the UTF-8 bytes of their ids. Reads all keys, because no index has
 * this order.
 */
export const idList = (
	table: Table,
	{ organizationId, kind, toKey, toRecord }: IdList,
): RecordList =>
	keyList(table, {
		// It is only compared with the ids.
		isPosition: () => true,
		async readKeys(after, count) {
			const partition = listPartition(organizationId, kind);
			const { pk: prefix } = toKey(organizationId, "");
			const ids = await readIds(table, partition, prefix.length);
			const open = ids.filter(
				(id) => after === null || compareBytes(id, after) > 0,
			);
			const keys = open
				.slice(0, count)
				.map((id) => ({ position: id, key: toKey(organizationId, id) }));
			return { keys, isEnd: open.length <= count };
		},
		show: (item) => ({ record: toRecord(item), bytes: itemBytes(item) }),
	});

/** The ids in order, from the ends of the keys: the index projects keys only. */
async function readIds(
	table: Table,
	partition: string,
	prefixLength: number,
): Promise<string[]> {
	const items = await queryAll(table, {
		IndexName: listIndexName,
		KeyConditionExpression: "listPk = :list",
		ExpressionAttributeValues: { ":list": partition },
	});
	const ids = items.map(({ pk }) => `${pk}`.slice(prefixLength));
	return ids.sort(compareBytes);
}

const compareBytes = (one: string, other: string) =>
	Buffer.compare(Buffer.from(one), Buffer.from(other));
