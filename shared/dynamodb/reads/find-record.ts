import { isKeyText, type Key } from "../keys.ts";
import type { Table } from "../table.ts";
import { batchGet, type Item } from "./batch-get.ts";

/**
 * Reads the item of a record by an id from a caller, consistently, with one call.
 *
 * @param ids Ids that a caller's text may stand for, in order of precedence: the first that is stored is read.
 * @returns undefined when there is none, or a key cannot contain the id.
 */
export async function findRecord(
	table: Table,
	ids: readonly string[],
	toKey: (id: string) => Key,
): Promise<Item | undefined> {
	const keys = ids.filter(isKeyText).map(toKey);
	if (keys.length === 0) return undefined;
	const items = await batchGet(table, keys);
	return items.find((item) => item !== undefined);
}
