import { inGroups } from "../../../../shared/collections/in-groups.ts";
import { type Key, skuNameKey } from "../../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import {
	deletion,
	type ItemWrite,
} from "../../../../shared/dynamodb/writes/item-write.ts";
import { toSku, toSkuNameItem } from "../../../../shared/skus/skus.store.ts";
import {
	type EntryUnit,
	type EntryWrite,
	entriesPerRead,
	type ImportContext,
	type ImportPhase,
} from "../file-entry.ts";
import { findNextOwners } from "./find-next-owners.ts";
import { isSameName, readPointers, requireSameName } from "./name-pointers.ts";

/** A SKU of the file. */
export interface FileSku {
	key: Key;
	/** The name that the SKU has after the import. */
	name: string;
	existing: Item | undefined;
	/** Undefined when the SKU is as the entry describes it. */
	write: EntryWrite | undefined;
}

export interface PlannedSkus {
	/** Phases before the records: the names that SKUs give up, then the next owners of these names. */
	released: readonly ImportPhase[];
	records: EntryUnit[];
	/** Units after the records: the names of new SKUs. */
	named: EntryUnit[];
}

/** A name (case-insensitive) that a SKU of the file has, or gives up. */
interface SkuName {
	name: string;
	/** The first SKU of the file with the name. */
	newOwner: FileSku | undefined;
}

/**
 * A name points to the first SKU that had it. Before a SKU is renamed, it gives up its former name, which then goes to a
 * stored SKU that also has it. So wherever an import is interrupted, a pointer leads to a SKU with the name, and the
 * import can be repeated. A pointer changes only together with a SKU that is as the plan has read it, so that a late
 * write gives no name to a SKU that another import has renamed.
 */
export async function planSkuNames(
	context: ImportContext,
	skus: readonly FileSku[],
): Promise<PlannedSkus> {
	const { organizationId } = context;
	const nameAfter = new Map(skus.map(({ key, name }) => [key.pk, name]));
	const released: EntryUnit[] = [];
	const given = new Map<FileSku, ItemWrite>();
	const orphaned = new Map<string, string>();
	for (const group of inGroups(namesOf(context, skus), entriesPerRead)) {
		const names = group.map(([, { name }]) => name);
		const pointers = await readPointers(context, names);
		for (const [pk, { name, newOwner }] of group) {
			const { item, target } = pointers.get(pk) ?? {};
			const after =
				target && (nameAfter.get(String(target.pk)) ?? toSku(target).name);
			if (after !== undefined && isSameName(after, name)) continue;
			if (item)
				released.push([
					deletion(item, ["skuPk"]),
					...(target ? [requireSameName(target)] : []),
				]);
			if (newOwner) {
				const pointer = toSkuNameItem(organizationId, name, newOwner.key);
				given.set(newOwner, { kind: "INSERT", item: pointer });
			} else orphaned.set(pk, name);
		}
	}
	// The next owners are searched once the names are free: from then on, a new SKU takes its name itself.
	const next = () => findNextOwners(context, orphaned, nameAfter);
	return {
		released: [released, next],
		records: skus.flatMap((sku) => toUnits(sku, given.get(sku))),
		named: skus.flatMap((sku) => (sku.existing ? [] : toUnit(given.get(sku)))),
	};
}

/** A new SKU gets its name after it is stored, since two writes in batches cost less than a transaction. */
function toUnits(
	{ existing, write }: FileSku,
	name: ItemWrite | undefined,
): EntryUnit[] {
	if (!existing || !name) return toUnit(write);
	return [[write ?? requireSameName(existing), name]];
}

const toUnit = (write: EntryWrite | undefined): EntryUnit[] =>
	write ? [[write]] : [];

/** The names of the SKUs, by the partition keys of the pointers. */
function namesOf(
	{ organizationId }: ImportContext,
	skus: readonly FileSku[],
): Map<string, SkuName> {
	const names = new Map<string, SkuName>();
	const note = (name: string, newOwner: FileSku | undefined) => {
		const { pk } = skuNameKey(organizationId, name);
		const known = names.get(pk);
		if (!known) names.set(pk, { name, newOwner });
		else known.newOwner ??= newOwner;
	};
	for (const sku of skus) {
		note(sku.name, sku);
		if (sku.existing) note(toSku(sku.existing).name, undefined);
	}
	return names;
}
