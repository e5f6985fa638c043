import { createHash } from "node:crypto";
import { batchGet } from "../../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import {
	type Key,
	skuByCodeKey,
	skuByIdKey,
	skuNameKey,
} from "../../../shared/store/keys.ts";
import { toNamedSkuKey, toSku } from "../../../shared/store/skus/skus.ts";
import type { OrganizationFile } from "../../schema.ts";

type SkuEntry = NonNullable<OrganizationFile["skus"]>[number];

/** A SKU of the file, and where it stands in the store, or will stand. */
export interface LocatedSku {
	entry: SkuEntry;
	key: Key;
	/** What it is named so far; null: it is not there yet. */
	formerName: string | null;
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
	const items = await batchGet(table, keys);
	return entries.flatMap((entry, index) => {
		const key = keys[index];
		const item = items[index];
		const formerName = item ? toSku(item).name : null;
		return key ? [{ entry, key, formerName, pointer: `/skus/${index}` }] : [];
	});
}

/** Keys of the SKUs without code to which their exact names lead: created over the API, or imported before. */
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

/** An id made of the name, so that importing the SKU again finds it even when its name leads to another one. */
function importedSkuKey(organizationId: string, name: string): Key {
	const digest = createHash("sha256").update(name).digest("hex");
	return skuByIdKey(organizationId, `name-${digest}`);
}
