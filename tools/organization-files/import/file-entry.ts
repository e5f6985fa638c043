import { createHash } from "node:crypto";
import { inGroups } from "../../../shared/collections/in-groups.ts";
import { maxInstant } from "../../../shared/dates/max-instant.ts";
import {
	fitsOneItem,
	isWithinLimit,
} from "../../../shared/dynamodb/item-size.ts";
import type { Key } from "../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import type { ItemWrite } from "../../../shared/dynamodb/writes/item-write.ts";
import { upsertItem } from "../../../shared/dynamodb/writes/upsert-item.ts";
import type { WritePhase } from "../../../shared/dynamodb/writes/write-in-rounds.ts";
import {
	OrganizationFileError,
	type Report,
	refused,
} from "../organization-file-error.ts";
import { findListKey } from "./find-list-key.ts";

/** The arguments with which all kinds of entries are imported. */
export interface ImportContext {
	table: Table;
	organizationId: string;
	now: Date;
}

/** A write of an import. */
export type EntryWrite = ItemWrite & {
	/** The record that an entry describes; absent for an item that leads to a record, such as a SKU's name. */
	record?: {
		/** JSON pointer of the entry. */
		pointer: string;
		/** The stored item; undefined when the write creates it. */
		existing: Item | undefined;
	};
};

/** Writes of an import that take effect together or not at all. */
export type EntryUnit = readonly EntryWrite[];

export type ImportPhase = WritePhase<EntryUnit>;

/** An entry whose write depends on a single stored item. */
export interface FileEntry {
	key: Key;
	/** JSON pointer of the entry. */
	pointer: string;
	/**
	 * Decides the write.
	 *
	 * @returns Undefined when the item is already as the entry describes it.
	 * @throws OrganizationFileError When the change is refused.
	 */
	toWrite(existing: Item | undefined): ItemWrite | undefined;
}

/** How many keys are read at a time, which bounds the memory. */
export const entriesPerRead = 500;

/** Reads the items of entries and decides their writes. Writes nothing. */
export async function planEntries(
	table: Table,
	entries: readonly FileEntry[],
	report: Report,
): Promise<EntryUnit[]> {
	const units: EntryUnit[] = [];
	for (const group of inGroups(entries, entriesPerRead)) {
		const keys = group.map(({ key }) => key);
		const items = await batchGet(table, keys);
		group.forEach(({ pointer, toWrite }, index) => {
			const existing = items[index];
			const write = reported(report, () => toWrite(existing));
			if (write) units.push([{ ...write, record: { pointer, existing } }]);
		});
	}
	return units;
}

/** Makes a decision about an entry, and reports that it is refused. */
export function reported<Decision>(
	report: Report,
	decide: () => Decision,
): Decision | undefined {
	try {
		return decide();
	} catch (error) {
		if (!(error instanceof OrganizationFileError)) throw error;
		report(error);
		return undefined;
	}
}

/** The record that an entry describes. */
export interface ImportedRecord {
	key: Key;
	/** The digest of the entry. It is undefined when the file names the record without describing it. */
	importDigest: string | undefined;
	/** The attributes that the entry describes; other attributes are not changed. */
	described: object;
	/** Additional attributes of a new record. */
	initial?: object | undefined;
	/** Additional attributes that a change sets. The default is `updatedAt`, and `updatedBy: null` for an import. */
	changed?: object | undefined;
}

/**
 * Makes the write that applies an entry to its record and stores the entry's digest. A new record gets its place in the
 * list index.
 *
 * @returns Undefined when the record already has all of this.
 */
export function entryWrite(
	context: ImportContext,
	existing: Item | undefined,
	record: ImportedRecord,
): ItemWrite | undefined {
	const { organizationId, now } = context;
	const { key, importDigest, described, initial = {} } = record;
	const { changed = toChangeMarks(context, existing) } = record;
	const listKey = findListKey(organizationId, key, now.toISOString());
	return upsertItem(
		existing,
		{ ...key, ...described },
		{
			initial: { ...initial, ...listKey },
			changed,
			...(importDigest && { internal: { importDigest } }),
		},
	);
}

/** R1: `updatedAt` does not go back. */
export const toChangeMarks = (
	{ now }: Pick<ImportContext, "now">,
	existing: Item | undefined,
) => ({
	updatedAt: maxInstant(
		now.toISOString(),
		String(existing?.updatedAt ?? existing?.createdAt ?? ""),
	),
	updatedBy: null,
});

/** Contract 2: an entry that is the same as when it was last imported changes nothing. */
export const isUnchanged = (
	existing: Item | undefined,
	importDigest: string | undefined,
): boolean =>
	importDigest !== undefined && existing?.importDigest === importDigest;

/** The digest has 96 bits, so that accidental collisions between two entries of one record are negligible. */
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

/** Returns entries and not an object: an assignment to `__proto__`, which is a valid slug, would set the prototype. */
const sorted = (value: object) =>
	Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));

/** Reports each entry whose record would exceed DynamoDB's maximum item size. */
export function reportTooLarge(units: Iterable<EntryUnit>, report: Report) {
	for (const write of [...units].flat()) {
		if (!write.record || fits(write, write.record.existing)) continue;
		report(refused(write.record.pointer, "must NOT be larger than 399 KB"));
	}
}

/** An entry has to leave room for later updates. The stored record may have used that room already. */
function fits(write: ItemWrite, existing: Item | undefined): boolean {
	const set = assigned(write);
	return fitsOneItem(set) && isWithinLimit({ ...existing, ...set });
}

/** The attributes that a write sets. */
export function assigned(write: ItemWrite): object {
	if (write.kind === "INSERT") return write.item;
	return write.kind === "UPDATE" ? write.set : {};
}
