import type { Key } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { type Query, queryPage } from "../dynamodb/reads/query.ts";
import type { Table } from "../dynamodb/table.ts";
import { keyOf } from "../dynamodb/writes/item-write.ts";
import {
	type ListKind,
	listIndexName,
	listPartition,
} from "../lists/list-index.store.ts";

/** Reads the keys of an organization's records of a kind, page by page, in no order. */
export type FindKeys = (kind: ListKind) => AsyncIterable<Key[]>;

/** The list index is eventually consistent: a record of the last second may be missing. */
export const organizationKeys =
	(table: Table, organizationId: string): FindKeys =>
	(kind) =>
		queryKeyPages(table, {
			IndexName: listIndexName,
			KeyConditionExpression: "listPk = :list",
			ExpressionAttributeValues: {
				":list": listPartition(organizationId, kind),
			},
		});

/** Reads only keys. */
export async function* queryKeyPages(
	table: Table,
	query: Query,
): AsyncGenerator<Key[]> {
	let ExclusiveStartKey: Item | undefined;
	do {
		const { Items = [], LastEvaluatedKey } = await queryPage(table, {
			...query,
			ProjectionExpression: "pk, sk",
			ExclusiveStartKey,
		});
		yield Items.map(keyOf);
		ExclusiveStartKey = LastEvaluatedKey;
	} while (ExclusiveStartKey);
}
