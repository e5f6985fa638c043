import { isKeyText, type Key } from "../keys.ts";
import type { Table } from "../table.ts";
import { batchGet } from "./batch-get.ts";

/**
 * Settles which record a path names, for routes that do more than show one by its id. Several ids are looked up with
 * one call; a single one is not looked up.
 *
 * @param ids Ids that a path may stand for, in order of precedence.
 * @returns The first that is stored; the first of all if none is.
 */
export async function chooseId(
	table: Table,
	[first, ...others]: readonly [string, ...string[]],
	toKey: (id: string) => Key,
): Promise<string> {
	if (others.length === 0) return first;
	const ids = [first, ...others].filter(isKeyText);
	const items = await batchGet(table, ids.map(toKey), []);
	return ids.find((_, index) => items[index] !== undefined) ?? first;
}
