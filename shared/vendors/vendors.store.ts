import type { Actor } from "../actors/actor.ts";
import { toAuthors } from "../actors/authors.store.ts";
import { isKeyText, type Key, vendorKey } from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import { findRecord } from "../dynamodb/reads/find-record.ts";
import {
	fromStoredInteger,
	toStoredNumber,
} from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import {
	type ChangeableItem,
	changeItem,
} from "../dynamodb/writes/change-item.ts";
import { insertItem } from "../dynamodb/writes/conditional-write.ts";
import { creationList } from "../lists/creation-list.store.ts";
import { type ListKey, toListKey } from "../lists/list-index.store.ts";
import type { RecordList } from "../lists/record-list.store.ts";
import { toDecimal } from "../money/decimal.ts";
import { type Describes, toDetails, toGiven } from "../schemas/described.ts";
import { describedVendor, toVendorRecord, type Vendor } from "./vendor.ts";

/** The item of a vendor. Absent values are null. */
export interface VendorItem
	extends Key,
		ListKey,
		ChangeableItem,
		Describes<typeof describedVendor> {
	id: string;
	name: string;
	createdAt: string;
	/** Absent for an organization file. */
	createdBy?: Actor | null;
	/** Absent when unchanged since `createdAt`. */
	updatedAt?: string;
	/** null for an organization file; absent when it equals `createdBy`. */
	updatedBy?: Actor | null;
	/** Id of the write that created it; absent in imported vendors. */
	writeId?: string;
}

/** The ids that belong to vendors of the organization. Ignores ids that a key cannot contain. */
export async function findVendorIds(
	table: Table,
	organizationId: string,
	ids: readonly string[],
): Promise<Set<string>> {
	const distinct = [...new Set(ids)].filter(isKeyText);
	const items = await batchGet(
		table,
		distinct.map((id) => vendorKey(organizationId, id)),
	);
	return new Set(distinct.filter((_, index) => items[index]));
}

/** The names of these vendors, by id, without unknown ones. */
export async function findVendorNames(
	table: Table,
	organizationId: string,
	vendorIds: readonly string[],
): Promise<Map<string, string>> {
	const items = await batchGet(
		table,
		vendorIds.map((id) => vendorKey(organizationId, id)),
		["id", "name"],
	);
	// Unchecked cast: items under a vendor's key have this shape.
	const vendors = items.flatMap((item) => (item ? [item as NamedVendor] : []));
	return new Map(vendors.map(({ id, name }) => [id, name]));
}

type NamedVendor = Pick<VendorItem, "id" | "name"> & Item;

export function toVendorItem(
	organizationId: string,
	vendor: Vendor,
): VendorItem {
	const { createdAt } = vendor;
	const key = vendorKey(organizationId, vendor.id);
	const listKey = toListKey(organizationId, "VENDOR", { ...key, createdAt });
	const version = toStoredNumber(toDecimal(vendor.version));
	return { ...key, ...listKey, ...vendor, version };
}

/** Attributes that the file leaves out stay unchanged (contract 2, "Importing"). */
export function toImportedVendorItem(
	organizationId: string,
	{ id, name, ...details }: ImportedVendor,
) {
	return {
		...vendorKey(organizationId, id),
		id,
		name,
		...toGiven(describedVendor, details),
	};
}

export interface ImportedVendor extends Describes<typeof describedVendor> {
	id: string;
	name: string;
}

export function toVendor(item: Item): Vendor {
	// Unchecked cast: items under a vendor's key have this shape.
	const stored = item as VendorItem & Item;
	const { createdAt, updatedAt = createdAt } = stored;
	return {
		id: stored.id,
		name: stored.name,
		...toDetails(describedVendor, stored),
		version: fromStoredInteger(stored.version),
		createdAt,
		updatedAt,
		...toAuthors(item),
	};
}

/**
 * Stores a new vendor with one conditional write. The item keeps the write's id, so that a write repeated after a lost
 * response recognises itself, even after an import has changed the vendor.
 *
 * @param writeId Unique to the request.
 * @returns undefined when it is stored, otherwise the existing vendor with its id.
 * @throws When it was not written, or the outcome is unknown.
 */
export async function insertVendor(
	table: Table,
	{
		organizationId,
		vendor,
		writeId,
	}: { organizationId: string; vendor: Vendor; writeId: string },
): Promise<Vendor | undefined> {
	const item: VendorItem = { ...toVendorItem(organizationId, vendor), writeId };
	const conflicting = await insertItem(table, item);
	const isOwn = conflicting === null || conflicting.writeId === writeId;
	return isOwn ? undefined : toVendor(conflicting);
}

/** R4: the organization's vendors, newest first. */
export const vendorList = (table: Table, organizationId: string): RecordList =>
	creationList(table, {
		organizationId,
		kind: "VENDOR",
		toStored: toVendor,
		toRecord: toVendorRecord,
	});

export async function findVendor(
	table: Table,
	organizationId: string,
	ids: readonly string[],
) {
	const item = await findRecord(table, ids, (id) =>
		vendorKey(organizationId, id),
	);
	if (!item) return undefined;
	const vendor = toVendor(item);
	return { record: toVendorRecord(vendor), version: vendor.version };
}

/** The change of a vendor by one request. */
export interface VendorChange {
	organizationId: string;
	vendorId: string;
	/** A ULID, unique to the request. It identifies the request's write. */
	writeId: string;
	/** Returns the changed vendor; one with the same version is not written. Runs again when another writer came first. */
	decide: (vendor: Vendor) => Vendor;
}

/**
 * Changes a vendor with one conditional write (`changeItem`).
 *
 * @returns The vendor after the change, or without one; undefined when there is no such vendor.
 */
export async function changeVendor(
	table: Table,
	{ organizationId, vendorId, writeId, decide }: VendorChange,
): Promise<Vendor | undefined> {
	if (!isKeyText(vendorId)) return undefined;
	const changed = await changeItem(table, {
		key: vendorKey(organizationId, vendorId),
		writeId,
		async decide(item) {
			const vendor = decide(toVendor(item));
			const { name, version, updatedAt, updatedBy } = vendor;
			const details = toDetails(describedVendor, vendor);
			const attributes = { name, ...details, updatedAt, updatedBy };
			return { vendor, version, attributes };
		},
	});
	if (changed === "NOT_FOUND") return undefined;
	if (changed === "TOO_LARGE") throw new Error("No item can hold the vendor");
	return changed.vendor;
}
