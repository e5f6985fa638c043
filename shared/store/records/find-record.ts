import { batchGet, type Item } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { isKeyText, type Key } from "../keys.ts";

/**
 * Reads the item of a record by an id from a caller, consistently.
 *
 * @returns undefined when there is none, or a key cannot contain the id.
 */
export async function findRecord(
	table: Table,
	id: string,
	toKey: (id: string) => Key,
): Promise<Item | undefined> {
	if (!isKeyText(id)) return undefined;
	const [item] = await batchGet(table, [toKey(id)]);
	return item;
}
