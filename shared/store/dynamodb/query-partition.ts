import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./batch-get.ts";
import type { Table } from "./table.ts";

/**
 * All items of a partition whose sort keys begin with the prefix, in sort key order. Reads consistently, page by page.
 */
export async function queryPartition(
	table: Table,
	{ pk, prefix }: { pk: string; prefix?: string },
): Promise<Item[]> {
	const isInPartition = "pk = :pk";
	const isNamedSo = prefix ? " AND begins_with(sk, :prefix)" : "";
	const pages = paginateQuery(
		{ client: table.documents },
		{
			TableName: table.name,
			KeyConditionExpression: `${isInPartition}${isNamedSo}`,
			ExpressionAttributeValues: {
				":pk": pk,
				...(prefix && { ":prefix": prefix }),
			},
			ConsistentRead: true,
		},
	);
	const items: Item[] = [];
	for await (const { Items = [] } of pages) items.push(...Items);
	return items;
}
