import { batchGet, type Item } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { isKeyText, type Key } from "../keys.ts";

/**
 * The item of a record that a caller names by its id, read consistently.
 *
 * @returns undefined when there is none, or the text is none that a key can hold.
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
