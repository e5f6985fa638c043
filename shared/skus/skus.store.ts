import type { Actor } from "../actors/actor.ts";
import { type Key, skuByCodeKey, skuNameKey } from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import { findRecord } from "../dynamodb/reads/find-record.ts";
import {
	fromStoredNumber,
	type StoredNumber,
	toStoredNumber,
} from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { creationList } from "../lists/creation-list.store.ts";
import { type ListKey, toListKey } from "../lists/list-index.store.ts";
import type { RecordList } from "../lists/record-list.store.ts";
import { type Sku, type SkuDetails, toSkuDetails, toSkuRecord } from "./sku.ts";

/** The item of a SKU, keyed by its code or, without one, by an id. */
export interface SkuItem extends Key, ListKey, SkuDetails<StoredNumber> {
	createdAt: string;
	/** Absent for an organization file. */
	createdBy?: Actor;
	/** Id of the write that created it over the API. Tells it from another SKU with its code. */
	writeId?: string;
}

/** Unchecked cast: items under a SKU's key have this shape. */
export const asSkuItem = (item: Item) => item as SkuItem & Item;

/** The item under `skuNameKey`: a pointer to the first SKU with the name (`skus.md`). */
export interface SkuNameItem extends Key {
	/** Partition key of the SKU; its sort key is `SKU`. */
	skuPk: string;
}

/** @param key `skuByCodeKey` of its code or, when it has none, `skuByIdKey`. */
export function toSkuItem(organizationId: string, key: Key, sku: Sku): SkuItem {
	const { createdAt, createdBy } = sku;
	return {
		...key,
		...toListKey(organizationId, "SKU", { pk: key.pk, createdAt }),
		...toSkuDetails(sku, toStoredNumber),
		createdAt,
		...(createdBy && { createdBy }),
	};
}

export function toSku(item: Item): Sku {
	const sku = asSkuItem(item);
	return {
		...toSkuDetails(sku, fromStoredNumber),
		createdAt: sku.createdAt,
		createdBy: sku.createdBy ?? null,
	};
}

export function toSkuNameItem(
	organizationId: string,
	name: string,
	skuKey: Key,
): SkuNameItem {
	return { ...skuNameKey(organizationId, name), skuPk: skuKey.pk };
}

/**
 * The key of the SKU that a name points to. The SKU may have been renamed since, so the reader must compare its name.
 */
export function toNamedSkuKey(item: Item): Key {
	// Unchecked cast: items under a name's key have this shape.
	const { skuPk } = item as SkuNameItem & Item;
	return { pk: skuPk, sk: "SKU" };
}

/** R3: the organization's SKUs, newest first. */
export const skuList = (table: Table, organizationId: string): RecordList =>
	creationList(table, {
		organizationId,
		kind: "SKU",
		toStored: toSku,
		toRecord: toSkuRecord,
	});

/** The SKU that a line item with this code refers to. */
export async function findSkuByCode(
	table: Table,
	organizationId: string,
	itemCode: string,
) {
	const item = await findRecord(table, [itemCode], (code) =>
		skuByCodeKey(organizationId, code),
	);
	return item && toSkuRecord(toSku(item));
}

/** The SKU that a line item with this name refers to: the first with the name. */
export async function findSkuByName(
	table: Table,
	organizationId: string,
	name: string,
) {
	const pointer = await findRecord(table, [name], (text) =>
		skuNameKey(organizationId, text),
	);
	if (!pointer) return undefined;
	const [item] = await batchGet(table, [toNamedSkuKey(pointer)]);
	const sku = item && toSku(item);
	return sku && isNamed(sku, name) ? toSkuRecord(sku) : undefined;
}

/** An import may have renamed the SKU since the pointer was read. */
const isNamed = (sku: Sku, name: string) =>
	sku.name.toLowerCase() === name.toLowerCase();
