import { skuNameKey } from "../dynamodb/keys.ts";
import type { Table } from "../dynamodb/table.ts";
import {
	batchInsert,
	insertStatement,
} from "../dynamodb/writes/batch-insert.ts";
import { type SkuItem, type SkuNameItem, toSkuNameItem } from "./skus.store.ts";

/**
 * Writes a pointer from each SKU's name to it, unless the name has one: a name refers to the first SKU that had it
 * (`skus.md`). Idempotent.
 *
 * @returns The partition keys of the SKUs whose names have no pointer yet, because the store was too busy.
 */
export async function nameSkus(
	table: Table,
	organizationId: string,
	skus: readonly SkuItem[],
): Promise<Set<string>> {
	const pointers = firstOfEachName(organizationId, skus);
	const outcomes = await batchInsert(
		table,
		pointers.map((pointer) => insertStatement(table, pointer)),
	);
	// A refused insert means that the pointer exists.
	const missing = pointers.filter(
		(_, index) =>
			outcomes[index] !== "WRITTEN" && outcomes[index] !== "REFUSED",
	);
	const missingNames = new Set(missing.map(({ pk }) => pk));
	const unnamed = skus.filter(({ name }) =>
		missingNames.has(skuNameKey(organizationId, name).pk),
	);
	return new Set(unnamed.map(({ pk }) => pk));
}

function firstOfEachName(
	organizationId: string,
	skus: readonly SkuItem[],
): SkuNameItem[] {
	const pointers = new Map<string, SkuNameItem>();
	for (const sku of skus) {
		const pointer = toSkuNameItem(organizationId, sku.name, sku);
		if (!pointers.has(pointer.pk)) pointers.set(pointer.pk, pointer);
	}
	return [...pointers.values()];
}
