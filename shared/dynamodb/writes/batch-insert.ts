import { countSettled } from "../../logging/activity.ts";
import { type Logger, orWarn } from "../../logging/logger.ts";
import type { Key } from "../keys.ts";
import { batchGet, type Item } from "../reads/batch-get.ts";
import { retryUnknown } from "../retries/retry-unknown.ts";
import type { Table } from "../table.ts";
import {
	batchExecute,
	needsRead,
	type WriteOutcome,
	type WriteStatement,
} from "./batch-execute.ts";

/**
 * `batchExecute` for inserts. Repeats those of unknown outcome, which is safe: their condition lets each take effect at
 * most once.
 *
 * @returns One outcome for each statement, in order. `REFUSED` may be caused by the insert's own earlier attempt; only
 *   a read shows.
 */
export async function batchInsert(
	table: Table,
	statements: readonly WriteStatement[],
): Promise<WriteOutcome[]> {
	return retryUnknown(table, statements, (open) => batchExecute(table, open));
}

/**
 * Inserts an item unless its key exists. The attribute names become part of the statement: they must not come from
 * callers.
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

/** A table, and the logger that warns when a read of `findStored` fails. */
export interface LoggedTable {
	table: Table;
	logger: Logger;
}

/**
 * Reads what is stored under the keys of inserts that were refused or whose outcome is unknown.
 *
 * @param written The inserts' outcomes, in the items' order.
 * @returns Items by partition key. None, and a warning, when the read fails: it must not fail the inserts that took
 *   effect.
 */
export async function findStored(
	{ table, logger }: LoggedTable,
	items: readonly Key[],
	written: readonly WriteOutcome[],
): Promise<Map<string, Item>> {
	const unresolved = [...items.keys()].filter((index) =>
		needsRead(written[index]),
	);
	const keys = unresolved.flatMap((index) => items[index] ?? []);
	const read = await orWarn(
		logger,
		"It could not be read whether records were created",
		batchGet(table, keys),
	);
	if (!read) return new Map();
	const stored = new Map<string, Item>();
	keys.forEach(({ pk }, index) => {
		const item = read[index];
		if (item) stored.set(pk, item);
	});
	countSettled(
		unresolved.filter(
			(index, position) => written[index] === "UNKNOWN" && read[position],
		).length,
	);
	return stored;
}
