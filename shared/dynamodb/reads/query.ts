import {
	QueryCommand,
	type QueryCommandInput,
	type QueryCommandOutput,
} from "@aws-sdk/lib-dynamodb";
import { retryBusy } from "../retries/retry-busy.ts";
import type { Table } from "../table.ts";
import type { Item } from "./batch-get.ts";

export type Query = Omit<QueryCommandInput, "TableName">;

/** One page of a query. */
export const queryPage = (
	table: Table,
	query: Query,
): Promise<QueryCommandOutput> =>
	retryBusy(table, () =>
		table.documents.send(new QueryCommand({ ...query, TableName: table.name })),
	);

/** All items of a query, read page by page. */
export async function queryAll(table: Table, query: Query): Promise<Item[]> {
	const items: Item[] = [];
	let next: Query = query;
	for (;;) {
		const { Items = [], LastEvaluatedKey } = await queryPage(table, next);
		items.push(...Items);
		if (!LastEvaluatedKey) return items;
		next = { ...query, ExclusiveStartKey: LastEvaluatedKey };
	}
}

/** All items of a partition whose sort keys begin with the prefix, in sort key order. Reads consistently. */
export function queryPartition(
	table: Table,
	{ pk, prefix }: { pk: string; prefix?: string },
): Promise<Item[]> {
	const isInPartition = "pk = :pk";
	const isNamedSo = prefix ? " AND begins_with(sk, :prefix)" : "";
	return queryAll(table, {
		KeyConditionExpression: `${isInPartition}${isNamedSo}`,
		ExpressionAttributeValues: {
			":pk": pk,
			...(prefix && { ":prefix": prefix }),
		},
		ConsistentRead: true,
	});
}
