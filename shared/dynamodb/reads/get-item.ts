import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../keys.ts";
import { retryBusy } from "../retries/retry-busy.ts";
import type { Table } from "../table.ts";
import type { Item } from "./batch-get.ts";

/** Reads one item consistently. */
export async function getItem(
	table: Table,
	key: Key,
): Promise<Item | undefined> {
	const { Item } = await retryBusy(table, () =>
		table.documents.send(
			new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
		),
	);
	return Item;
}
