import { inGroups } from "../../../../shared/collections/in-groups.ts";
import {
	batchGet,
	type Item,
} from "../../../../shared/dynamodb/reads/batch-get.ts";
import { toStoredNumber } from "../../../../shared/dynamodb/stored-values.ts";
import { toDecimal } from "../../../../shared/money/decimal.ts";
import { toSkuDetails } from "../../../../shared/skus/sku.ts";
import { toSku } from "../../../../shared/skus/skus.store.ts";
import type { OrganizationFile } from "../../schema.ts";
import {
	type EntryWrite,
	entriesPerRead,
	entryWrite,
	type ImportContext,
	isUnchanged,
	toImportDigest,
} from "../file-entry.ts";
import { type LocatedSku, locateSkus } from "./locate-skus.ts";
import {
	type FileSku,
	type PlannedSkus,
	planSkuNames,
} from "./plan-sku-names.ts";

/** Compares the file's SKUs, and the names that lead to them, with the store. Writes nothing. */
export async function planSkus(
	context: ImportContext,
	{ skus = [] }: OrganizationFile,
): Promise<PlannedSkus> {
	const { table } = context;
	const planned: FileSku[] = [];
	const located = await locateSkus(context, skus);
	for (const group of inGroups(located, entriesPerRead)) {
		const keys = group.map(({ key }) => key);
		const items = await batchGet(table, keys);
		group.forEach((sku, index) => {
			const existing = items[index];
			const write = skuWrite(context, sku, existing);
			const name = existing && !write ? toSku(existing).name : sku.entry.name;
			planned.push({ key: sku.key, name, existing, write });
		});
	}
	return planSkuNames(context, planned);
}

function skuWrite(
	context: ImportContext,
	{ entry, key, pointer }: LocatedSku,
	existing: Item | undefined,
): EntryWrite | undefined {
	const importDigest = toImportDigest(entry);
	if (isUnchanged(existing, importDigest)) return undefined;
	const described = toSkuDetails(entry, (rate) =>
		toStoredNumber(toDecimal(rate)),
	);
	const initial = { createdAt: context.now.toISOString() };
	const record = { key, importDigest, described, initial };
	const write = entryWrite(context, existing, record);
	return write && { ...write, record: { pointer, existing } };
}
