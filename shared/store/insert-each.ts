import type { Table } from "./table.ts";
import { untilKnown } from "./until-known.ts";
import {
	type WriteOutcome,
	type WriteStatement,
	writeEach,
} from "./write-each.ts";

/**
 * `writeEach` for inserts, whose unknown ones are sent again: their keys let each take effect at most once.
 *
 * @returns One outcome a statement, in their order. Only a read tells whether a `REFUSED` one was refused for its own
 *   earlier write.
 */
export async function insertEach(
	table: Table,
	statements: readonly WriteStatement[],
): Promise<WriteOutcome[]> {
	return untilKnown(table, statements, (open) => writeEach(table, open));
}
