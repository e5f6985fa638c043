import type { Key } from "./keys.ts";
import type { Table } from "./table.ts";
import type { WriteStatement } from "./write-each.ts";

/**
 * Inserts an item, refused when there is one under its key. The names of its attributes become part of the
 * statement: they are ours, never a caller's.
 */
export function insertStatement(table: Table, item: Key): WriteStatement {
	const attributes = Object.entries(item).filter(
		([, value]) => value !== undefined,
	);
	const literal = attributes.map(([name]) => `'${name}': ?`).join(", ");
	return {
		Statement: `INSERT INTO "${table.name}" VALUE {${literal}}`,
		Parameters: attributes.map(([, value]) => value),
	};
}
