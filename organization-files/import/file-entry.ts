import { createHash } from "node:crypto";
import type { WriteStatement } from "../../shared/store/dynamodb/batch-execute.ts";
import type { Item } from "../../shared/store/dynamodb/batch-get.ts";
import { fitsOneItem } from "../../shared/store/dynamodb/item-size.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { Key } from "../../shared/store/keys.ts";
import { findListKey } from "../../shared/store/list-index.ts";
import { type Report, refused } from "../organization-file-error.ts";
import type { PlannedWrite, Upsert } from "./upsert.ts";
import { upsertStatement } from "./upsert-statement.ts";

/** The arguments that all kinds of entries are imported with. */
export interface ImportContext {
	table: Table;
	organizationId: string;
	now: Date;
}

/** The upsert of one entry of an organization file. */
export interface FileUpsert extends Upsert {
	/** JSON pointer of the entry. */
	pointer: string;
	/** The item leads to the entry's record, such as a SKU's name; it is not the record. */
	isAuxiliary?: true;
	/** The phase in which it is written, so that no pointer leads to a missing record. Default: with the records. */
	phase?: "BEFORE_RECORDS" | "AFTER_RECORDS";
}

/** The record that an entry describes. */
export interface ImportedRecord {
	key: Key;
	/** Digest of the entry; undefined: the file names the record without describing it. */
	importDigest: string | undefined;
	/** The attributes that the entry describes; other attributes are not changed. */
	described: object;
	/** Additional attributes of a new record. */
	initial?: object | undefined;
	/** Additional attributes that a change sets; default: `updatedAt`, and `updatedBy: null` for an import. */
	changed?: object | undefined;
}

/**
 * The write that applies an entry to its record, adds the record to the list index if it is missing there, and stores
 * the entry's digest.
 *
 * @returns undefined when the record already has all of this.
 */
export function entryStatement(
	{ table, organizationId, now }: ImportContext,
	existing: Item | undefined,
	record: ImportedRecord,
): WriteStatement | undefined {
	const { key, importDigest, described, initial = {} } = record;
	const { changed = { updatedAt: now.toISOString(), updatedBy: null } } =
		record;
	// Derived from the key and `createdAt`, which never change: a listed record keeps its position.
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

/** 96 bits: accidental collisions between two entries of one record are negligible. */
const digestLength = 16;

/**
 * Digest of an entry, stored with its record. It shows whether the entry was imported last, regardless of later changes
 * to the record (contract 2, "Importing"). The order of properties does not matter.
 */
export function toImportDigest(entry: unknown): string {
	const canonical = JSON.stringify(entry, (_, value) =>
		isObject(value) ? sorted(value) : value,
	);
	const digest = createHash("sha256").update(canonical).digest("base64url");
	return digest.slice(0, digestLength);
}

const isObject = (value: unknown): value is object =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Entries, not an object: assigning a property named `__proto__`, a valid slug, would set the prototype. */
const sorted = (value: object) =>
	Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));

/** Reports each entry that exceeds DynamoDB's maximum item size. */
export function reportTooLarge(
	planned: readonly PlannedWrite<FileUpsert>[],
	report: Report,
) {
	for (const { upsert, statement } of planned) {
		if (fitsOneItem(statement.Parameters)) continue;
		report(refused(upsert.pointer, "must NOT be larger than 399 KB"));
	}
}
