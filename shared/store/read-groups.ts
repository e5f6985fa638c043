import type { Key } from "./keys.ts";
import { type Item, readEach } from "./read-each.ts";
import type { Table } from "./table.ts";

/**
 * `readEach` for items of several kinds, all read together.
 *
 * @returns Under each group's name its items, in the order of its keys; those that are not there are left out.
 */
export async function readGroups<Name extends string>(
	table: Table,
	groups: Record<Name, readonly Key[]>,
): Promise<Record<Name, Item[]>> {
	const named = Object.entries<readonly Key[]>(groups);
	const items = await readEach(
		table,
		named.flatMap(([, keys]) => keys),
	);
	const found = named.map(([name, keys]) => {
		const own = items.splice(0, keys.length);
		return [name, own.filter((item) => item !== undefined)] as const;
	});
	// The entries of `groups`, under the same names.
	return Object.fromEntries(found) as Record<Name, Item[]>;
}
