import type { Item } from "../../../../shared/dynamodb/batch-get.ts";
import { skuNameKey } from "../../../../shared/dynamodb/keys.ts";
import { keyOf } from "../../../../shared/dynamodb/writes/item-write.ts";
import {
	asListedItem,
	findListKey,
} from "../../../../shared/lists/list-index.store.ts";
import { scanSkus } from "../../../../shared/organizations/scan-organization.store.ts";
import { toSku, toSkuNameItem } from "../../../../shared/skus/skus.store.ts";
import type { EntryUnit, ImportContext } from "../file-entry.ts";
import { requireSameName } from "./name-pointers.ts";

/**
 * The pointers of names that no SKU of the file has any more, to the oldest SKU that has the name. Scans the table: the
 * list index is eventually consistent, and lacks SKUs that were stored before it existed.
 *
 * @param orphaned The names, by partition key of their pointers.
 * @param nameAfter The names that the file's SKUs have after the import, by their partition keys.
 */
export async function findNextOwners(
	{ table, organizationId }: ImportContext,
	orphaned: ReadonlyMap<string, string>,
	nameAfter: ReadonlyMap<string, string>,
): Promise<EntryUnit[]> {
	if (orphaned.size === 0) return [];
	const oldest = new Map<string, { sku: Item; position: string }>();
	for await (const item of scanSkus(table, organizationId)) {
		const sku = asListedItem(item);
		const name = nameAfter.get(sku.pk) ?? toSku(item).name;
		const namePk = skuNameKey(organizationId, name).pk;
		if (!orphaned.has(namePk)) continue;
		const position = findListKey(organizationId, sku)?.listSk ?? "";
		const known = oldest.get(namePk);
		if (!known || position < known.position)
			oldest.set(namePk, { sku: item, position });
	}
	return [...oldest].map(([namePk, { sku }]) => {
		const name = orphaned.get(namePk) ?? "";
		const item = toSkuNameItem(organizationId, name, keyOf(sku));
		return [{ kind: "INSERT", item }, requireSameName(sku)];
	});
}
