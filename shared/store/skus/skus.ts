import type { Actor } from "../../domain/organization/organization.ts";
import type { Sku } from "../../domain/sku.ts";
import { fromStoredActor } from "../authors.ts";
import type { Item } from "../dynamodb/batch-get.ts";
import {
	fromStoredNumber,
	type StoredNumber,
	toStoredNumber,
} from "../dynamodb/stored-values.ts";
import { type Key, skuNameKey } from "../keys.ts";
import { type ListKey, toListKey } from "../list-index.ts";

/** A SKU as the table holds it, by its code or, without one, by an id; absent is null. */
export interface SkuItem extends Key, Partial<ListKey> {
	name: string;
	itemCode: string | null;
	unit: string | null;
	rate: StoredNumber | null;
	hsnSac: string | null;
	createdAt: string;
	/** Absent: an organization file. A text, which older versions wrote, names no user, but the write. */
	createdBy?: Actor | string;
	/** Names the write that created it over the API: told by it from another one with its code. */
	writeId?: string;
}

/** Unchecked cast: items under a SKU's key have this shape. */
export const asSkuItem = (item: Item) => item as SkuItem & Item;

/** Stands under `skuNameKey` and leads to the SKU that had the name first (`decisions.md`, "SKUs"). */
export interface SkuNameItem extends Key {
	/** Partition key of the SKU; its sort key is `SKU`. */
	skuPk: string;
}

/** @param key `skuByCodeKey` of its code or, when it has none, `skuByIdKey`. */
export function toSkuItem(organizationId: string, key: Key, sku: Sku): SkuItem {
	const { name, itemCode, unit, rate, hsnSac, createdAt, createdBy } = sku;
	return {
		...key,
		...toListKey(organizationId, "SKU", { pk: key.pk, createdAt }),
		name,
		itemCode,
		unit,
		rate: rate && toStoredNumber(rate),
		hsnSac,
		createdAt,
		...(createdBy && { createdBy }),
	};
}

export function toSku(item: Item): Sku {
	const { name, itemCode, unit, rate, hsnSac, createdAt, createdBy } =
		asSkuItem(item);
	return {
		name,
		itemCode,
		unit,
		rate: rate && fromStoredNumber(rate),
		hsnSac,
		createdAt,
		createdBy: fromStoredActor(createdBy),
	};
}

export function toSkuNameItem(
	organizationId: string,
	name: string,
	skuKey: Key,
): SkuNameItem {
	return { ...skuNameKey(organizationId, name), skuPk: skuKey.pk };
}

/** Key of the SKU that a name leads to. The SKU may have been renamed since: whoever follows compares its name. */
export function toNamedSkuKey(item: Item): Key {
	// Unchecked cast: items under a name's key have this shape.
	const { skuPk } = item as SkuNameItem & Item;
	return { pk: skuPk, sk: "SKU" };
}
