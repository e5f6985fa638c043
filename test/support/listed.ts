import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { Table } from "../../shared/dynamodb/table.ts";
import {
	type ListKind,
	listIndexName,
	listPartition,
} from "../../shared/lists/list-index.store.ts";

/** Partition keys of the records that acme's list of a kind has, as the index orders them: newest first. */
export async function listed(table: Table, kind: ListKind): Promise<string[]> {
	const pages = paginateQuery(
		{ client: table.documents },
		{
			TableName: table.name,
			IndexName: listIndexName,
			KeyConditionExpression: "listPk = :listPk",
			ExpressionAttributeValues: { ":listPk": listPartition("acme", kind) },
			ScanIndexForward: false,
		},
	);
	const keys: string[] = [];
	for await (const { Items = [] } of pages)
		keys.push(...Items.map(({ pk }) => `${pk}`));
	return keys;
}
