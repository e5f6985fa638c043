import { createHash } from "node:crypto";
import {
	type Key,
	skuByCodeKey,
	skuByIdKey,
	skuNameKey,
} from "../../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../../shared/dynamodb/reads/batch-get.ts";
import { keyOf } from "../../../../shared/dynamodb/writes/item-write.ts";
import { toNamedSkuKey, toSku } from "../../../../shared/skus/skus.store.ts";
import type { EntryOf } from "../../schema.ts";
import type { ImportContext } from "../file-entry.ts";
import { findOldestSkus } from "./find-oldest-skus.ts";

type SkuEntry = EntryOf<"skus">;

/** A SKU of the file and the key of its record, existing or new. */
export interface LocatedSku {
	entry: SkuEntry;
	key: Key;
	pointer: string;
}

/** Finds the keys of SKUs (contract 2). A SKU is identified by its item code, or else by its exact name. */
export async function locateSkus(
	context: Pick<ImportContext, "table" | "organizationId">,
	entries: readonly SkuEntry[],
): Promise<LocatedSku[]> {
	const { organizationId } = context;
	const codeless = entries.filter(({ itemCode }) => itemCode === undefined);
	const names = codeless.map(({ name }) => name);
	const byName = await findCodelessSkus(context, names);
	const keys = entries.map(({ itemCode, name }) =>
		itemCode === undefined
			? (byName.get(name) ?? importedSkuKey(organizationId, name))
			: skuByCodeKey(organizationId, itemCode),
	);
	return entries.flatMap((entry, index) => {
		const key = keys[index];
		return key ? [{ entry, key, pointer: `/skus/${index}` }] : [];
	});
}

/**
 * Finds the keys of existing SKUs without an item code, by exact name. A name for which an import has created a SKU is
 * left out, because that SKU is used. A SKU whose name leads to another one is searched for.
 */
async function findCodelessSkus(
	context: Pick<ImportContext, "table" | "organizationId">,
	all: readonly string[],
): Promise<Map<string, Key>> {
	const { table, organizationId } = context;
	const imported = await batchGet(
		table,
		all.map((name) => importedSkuKey(organizationId, name)),
	);
	const names = all.filter((_, index) => !imported[index]);
	const pointers = await batchGet(
		table,
		names.map((name) => skuNameKey(organizationId, name)),
	);
	const keys = pointers.flatMap((item) => (item ? [toNamedSkuKey(item)] : []));
	const found = new Map<string, Key>();
	for (const item of await batchGet(table, keys))
		if (item && isCodeless(item)) found.set(toSku(item).name, keyOf(item));

	const hidden = new Set(
		names.filter((name, index) => pointers[index] && !found.has(name)),
	);
	if (hidden.size === 0) return found;
	const searched = await findOldestSkus(context, (sku) => {
		const { name } = toSku(sku);
		return isCodeless(sku) && hidden.has(name) ? name : undefined;
	});
	for (const [name, sku] of searched) found.set(name, keyOf(sku));
	return found;
}

const isCodeless = (sku: Item) => toSku(sku).itemCode === null;

/** The id is derived from the name, so that a repeated import finds the SKU even if the name points to another one. */
function importedSkuKey(organizationId: string, name: string): Key {
	const digest = createHash("sha256").update(name).digest("hex");
	return skuByIdKey(organizationId, `name-${digest}`);
}
