import { skuNameKey } from "../../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../../shared/dynamodb/reads/batch-get.ts";
import {
	type ItemWrite,
	requireUnchanged,
} from "../../../../shared/dynamodb/writes/item-write.ts";
import { toNamedSkuKey } from "../../../../shared/skus/skus.store.ts";
import type { ImportContext } from "../file-entry.ts";

/** The stored pointer of a name. */
export interface NamePointer {
	item: Item;
	/** The SKU to which the pointer leads; undefined when there is none. */
	target: Item | undefined;
}

/** Reads the stored pointers of names, by partition key. */
export async function readPointers(
	{ table, organizationId }: ImportContext,
	names: readonly string[],
): Promise<Map<string, NamePointer>> {
	const keys = names.map((name) => skuNameKey(organizationId, name));
	const found = await batchGet(table, keys);
	const items = found.flatMap((item) => (item ? [item] : []));
	const targets = await batchGet(table, items.map(toNamedSkuKey));
	return new Map(
		items.map((item, index) => [
			String(item.pk),
			{ item, target: targets[index] },
		]),
	);
}

/**
 * Requires that a SKU still has its name. An import changes the digest of a SKU that it renames, and a SKU that no import
 * has changed has no digest.
 *
 * @param sku The SKU as it was read. The other writes of its unit depend on its name.
 */
export const requireSameName = (sku: Item): ItemWrite =>
	requireUnchanged(sku, ["name", "importDigest"]);

export const isSameName = (one: string, other: string) =>
	one.toLowerCase() === other.toLowerCase();
