import { createHash } from "node:crypto";
import { batchGet } from "../../../../shared/dynamodb/batch-get.ts";
import {
	type Key,
	skuByCodeKey,
	skuByIdKey,
	skuNameKey,
} from "../../../../shared/dynamodb/keys.ts";
import type { Table } from "../../../../shared/dynamodb/table.ts";
import { toNamedSkuKey, toSku } from "../../../../shared/skus/skus.store.ts";
import type { OrganizationFile } from "../../schema.ts";

type SkuEntry = NonNullable<OrganizationFile["skus"]>[number];

/** A SKU of the file and the key of its record, existing or new. */
export interface LocatedSku {
	entry: SkuEntry;
	key: Key;
	pointer: string;
}

/** Contract 2: a SKU is identified by its item code, without one by its exact name. */
export async function locateSkus(
	table: Table,
	organizationId: string,
	entries: readonly SkuEntry[],
): Promise<LocatedSku[]> {
	const byName = await findCodelessSkus(table, organizationId, entries);
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

/** Keys of existing SKUs without an item code, by exact name. */
async function findCodelessSkus(
	table: Table,
	organizationId: string,
	entries: readonly SkuEntry[],
): Promise<Map<string, Key>> {
	const pointers = await batchGet(
		table,
		entries
			.filter(({ itemCode }) => itemCode === undefined)
			.map(({ name }) => skuNameKey(organizationId, name)),
	);
	const keys = pointers.flatMap((item) => (item ? [toNamedSkuKey(item)] : []));
	const items = await batchGet(table, keys);
	const found = new Map<string, Key>();
	keys.forEach((key, index) => {
		const item = items[index];
		if (!item) return;
		const { name, itemCode } = toSku(item);
		if (itemCode === null) found.set(name, key);
	});
	return found;
}

/** An id derived from the name: a repeated import finds the SKU even when the name points to another one. */
function importedSkuKey(organizationId: string, name: string): Key {
	const digest = createHash("sha256").update(name).digest("hex");
	return skuByIdKey(organizationId, `name-${digest}`);
}
