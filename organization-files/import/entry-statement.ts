import type { WriteStatement } from "../../shared/store/dynamodb/batch-execute.ts";
import type { Item } from "../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { Key } from "../../shared/store/keys.ts";
import { findListKey } from "../../shared/store/list-index.ts";
import { upsertStatement } from "./upsert-statement.ts";

/** What every entry of an organization file is imported with. */
export interface ImportContext {
	table: Table;
	organizationId: string;
	now: Date;
}

/** What a file's entry makes of its record. */
export interface ImportedRecord {
	key: Key;
	/** Digest of the entry; undefined: the file names the record without describing it. */
	importDigest: string | undefined;
	/** What the entry describes; other attributes are left alone. */
	described: object;
	/** What a new record has besides. */
	initial?: object | undefined;
	/** What a change sets besides; absent: when it was made, and that a file made it. */
	changed?: object | undefined;
}

/**
 * The write that brings an entry's record to what the entry says, lists it if it is not listed, and keeps the entry's
 * digest.
 *
 * @returns undefined when nothing of that is missing.
 */
export function entryStatement(
	{ table, organizationId, now }: ImportContext,
	existing: Item | undefined,
	record: ImportedRecord,
): WriteStatement | undefined {
	const { key, importDigest, described, initial = {} } = record;
	const { changed = { updatedAt: now.toISOString(), updatedBy: null } } =
		record;
	// Follows from the key and the creation, which never change: a record that is listed keeps its place.
	const listKey = findListKey(organizationId, {
		...(existing ?? initial),
		...key,
	});
	const item = { ...key, ...described };
	const unseen = { ...listKey, ...(importDigest && { importDigest }) };
	return upsertStatement(table, existing, item, { initial, changed, unseen });
}

/** Contract 2: an entry that is the same as when it was last imported changes nothing. */
export const isUnchanged = (
	existing: Item | undefined,
	importDigest: string | undefined,
): boolean =>
	importDigest !== undefined && existing?.importDigest === importDigest;
