import type { Item } from "../dynamodb/reads/batch-get.ts";
import { type Query, queryPage } from "../dynamodb/reads/query.ts";
import type { Table } from "../dynamodb/table.ts";
import type { ListedKey } from "./key-list.store.ts";

export interface KeyQuery extends Omit<Query, "Limit"> {
	count: number;
	toListed: (entry: Item) => ListedKey;
}

/**
 * Queries the keys of records, last first. Reads one more entry than requested, to tell whether there are more. A page
 * of a query may end before that.
 */
export async function queryKeys(
	table: Table,
	{ count, toListed, ...query }: KeyQuery,
): Promise<{ keys: ListedKey[]; isEnd: boolean }> {
	const { Items = [], LastEvaluatedKey } = await queryPage(table, {
		...query,
		ScanIndexForward: false,
		Limit: count + 1,
	});
	return {
		keys: Items.slice(0, count).map(toListed),
		isEnd: Items.length <= count && LastEvaluatedKey === undefined,
	};
}
