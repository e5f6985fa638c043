import { skuNameKey } from "../../../../shared/dynamodb/keys.ts";
import { keyOf } from "../../../../shared/dynamodb/writes/item-write.ts";
import { toSku, toSkuNameItem } from "../../../../shared/skus/skus.store.ts";
import type { EntryUnit, ImportContext } from "../file-entry.ts";
import { findOldestSkus } from "./find-oldest-skus.ts";
import { requireSameName } from "./name-pointers.ts";

/**
 * Makes pointers for the names that no SKU of the file has any more. Each leads to the oldest SKU that has the name.
 *
 * @param orphaned The names, by partition key of their pointers.
 * @param nameAfter The names that the file's SKUs have after the import, by their partition keys.
 */
export async function findNextOwners(
	context: ImportContext,
	orphaned: ReadonlyMap<string, string>,
	nameAfter: ReadonlyMap<string, string>,
): Promise<EntryUnit[]> {
	if (orphaned.size === 0) return [];
	const { organizationId } = context;
	const oldest = await findOldestSkus(context, (sku) => {
		const name = nameAfter.get(keyOf(sku).pk) ?? toSku(sku).name;
		const namePk = skuNameKey(organizationId, name).pk;
		return orphaned.has(namePk) ? namePk : undefined;
	});
	return [...oldest].map(([namePk, sku]) => {
		const name = orphaned.get(namePk) ?? "";
		const item = toSkuNameItem(organizationId, name, keyOf(sku));
		return [{ kind: "INSERT", item }, requireSameName(sku)];
	});
}
