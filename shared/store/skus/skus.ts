import type { Sku } from "../../domain/sku.ts";
import { type Item, storedAs } from "../dynamodb/batch-get.ts";
import {
	fromStoredNumber,
	type StoredNumber,
	toStoredNumber,
} from "../dynamodb/numbers.ts";
import { type Key, skuNameKey } from "../keys.ts";

/** A SKU as the table holds it, by its code or, without one, by an id; absent is null. */
export interface SkuItem extends Key {
	name: string;
	itemCode: string | null;
	unit: string | null;
	rate: StoredNumber | null;
	hsnSac: string | null;
	createdAt: string;
	/** Names the write that created it over the API: told by it from another one with its code. */
	createdBy?: string;
}

/** Stands under `skuNameKey` and leads to the SKU that had the name first (`decisions.md`, "SKUs"). */
export interface SkuNameItem extends Key {
	/** Partition key of the SKU; its sort key is `SKU`. */
	skuPk: string;
}

/** @param key `skuByCodeKey` of its code or, when it has none, `skuByIdKey`. */
export function toSkuItem(key: Key, sku: Sku): SkuItem {
	const { name, itemCode, unit, rate, hsnSac, createdAt } = sku;
	return {
		...key,
		name,
		itemCode,
		unit,
		rate: rate && toStoredNumber(rate),
		hsnSac,
		createdAt,
	};
}

export function toSku(item: Item): Sku {
	const { name, itemCode, unit, rate, hsnSac, createdAt } =
		storedAs<SkuItem>(item);
	return {
		name,
		itemCode,
		unit,
		rate: rate && fromStoredNumber(rate),
		hsnSac,
		createdAt,
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
	const { skuPk } = storedAs<SkuNameItem>(item);
	return { pk: skuPk, sk: "SKU" };
}
