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
	/** The SKU to which it leads; undefined: there is none. */
	target: Item | undefined;
}

/** The stored pointers of names, by partition key. */
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
 * Imports change the digest of a SKU that they rename; a SKU that no import has changed has none.
 *
 * @param sku As read: in a unit, the other writes depend on its name.
 */
export const requireSameName = (sku: Item): ItemWrite =>
	requireUnchanged(sku, ["name", "importDigest"]);

export const isSameName = (one: string, other: string) =>
	one.toLowerCase() === other.toLowerCase();
