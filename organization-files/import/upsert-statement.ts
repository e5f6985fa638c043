import { isDeepStrictEqual } from "node:util";
import type { WriteStatement } from "../../shared/store/dynamodb/batch-execute.ts";
import type { Item } from "../../shared/store/dynamodb/batch-get.ts";
import { insertStatement } from "../../shared/store/dynamodb/batch-insert.ts";
import {
	fromStoredInteger,
	isStoredNumber,
} from "../../shared/store/dynamodb/stored-values.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { Key } from "../../shared/store/keys.ts";

/**
 * Inserts an item, or updates the attributes that differ. For an item with a `version`, the update is conditional on the
 * version read, and a change increments it.
 *
 * @param item The wanted attributes; other attributes are not changed.
 * @returns undefined when nothing differs.
 */
export function upsertStatement(
	table: Table,
	existing: Item | undefined,
	item: Key,
	{ initial, changed, unseen = {} }: UpsertAttributes = {},
): WriteStatement | undefined {
	if (!existing)
		return insertStatement(table, { ...initial, ...item, ...unseen });
	const changes = differences(existing, item);
	const isChanged = changes.length > 0;
	const set = [
		...changes,
		...(isChanged ? Object.entries(changed ?? {}) : []),
		...differences(existing, unseen),
	];
	if (set.length === 0) return undefined;
	return updateStatement(table, item, set, {
		storedVersion: existing.version,
		isChanged,
	});
}

export interface UpsertAttributes {
	/** Additional attributes of a new item. */
	initial?: object;
	/** Additional attributes that are set when a wanted attribute differs. */
	changed?: object;
	/** Wanted attributes that no client sees: setting them does not count as a change of the record. */
	unseen?: object;
}

const differences = (existing: Item, wanted: object) =>
	Object.entries(wanted).filter(
		([name, value]) => !isSame(existing[name], value),
	);

/** Increments an item's version, conditional on the version read: concurrent changes conflict. */
export const versionStatement = (table: Table, key: Key, existing: Item) =>
	updateStatement(table, key, [], {
		storedVersion: existing.version,
		isChanged: true,
	});

function updateStatement(
	table: Table,
	{ pk, sk }: Key,
	changes: readonly [string, unknown][],
	{ storedVersion, isChanged }: { storedVersion: unknown; isChanged: boolean },
): WriteStatement {
	const isVersioned = isStoredNumber(storedVersion);
	const version = isVersioned ? fromStoredInteger(storedVersion) : 0;
	const set =
		isVersioned && isChanged
			? [...changes, ["version", version + 1] as const]
			: changes;
	const assignments = set.map(([name]) => `"${name}" = ?`).join(", ");
	return {
		Statement:
			`UPDATE "${table.name}" SET ${assignments} WHERE pk = ? AND sk = ?` +
			(isVersioned ? " AND version = ?" : ""),
		Parameters: [
			...set.map(([, value]) => value),
			pk,
			sk,
			...(isVersioned ? [version] : []),
		],
	};
}

/** The attributes that an update of this file sets, with their values. */
export function readUpdate({
	Statement,
	Parameters,
}: WriteStatement): [name: string, value: unknown][] {
	const [, assignments = ""] = / SET (.*?) WHERE /.exec(Statement) ?? [];
	return [...assignments.matchAll(/"(\w+)" = \?/g)].map(
		([, name = ""], index) => [name, Parameters[index]],
	);
}

/** An absent attribute equals null. */
function isSame(stored: unknown, value: unknown): boolean {
	return isDeepStrictEqual(stored ?? null, value ?? null);
}
