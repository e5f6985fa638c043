import type { WriteStatement } from "../../../shared/store/dynamodb/batch-execute.ts";
import type { Item } from "../../../shared/store/dynamodb/batch-get.ts";
import { insertStatement } from "../../../shared/store/dynamodb/batch-insert.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import { type Key, skuNameKey } from "../../../shared/store/keys.ts";
import { creationList } from "../../../shared/store/lists/creation-list.ts";
import { readAll } from "../../../shared/store/lists/read-page.ts";
import {
	asSkuItem,
	toNamedSkuKey,
	toSkuNameItem,
} from "../../../shared/store/skus/skus.ts";
import type { FileUpsert } from "../file-entry.ts";
import type { LocatedSku } from "./locate-skus.ts";

/** A name (case-insensitive), and the SKUs of the file that get or lose it. */
interface SkuName {
	name: string;
	pointer: string;
	/** Key of the first SKU of the file with the name. */
	newOwner: Key | undefined;
	/** Key of the oldest SKU in the store that has the name too, if no SKU of the file gets it. */
	heir: Key | undefined;
	/** Partition keys of SKUs that had the name and are renamed. */
	formerOwners: Set<string>;
}

/**
 * A name points to the first SKU that had it. A SKU that is renamed gives its former name up before, in one write to a
 * stored SKU that has it too. A SKU of the file gets its name after it is stored. So wherever an import is interrupted, a
 * pointer leads to a SKU with the name.
 */
export async function skuNameUpserts(
	table: Table,
	organizationId: string,
	skus: readonly LocatedSku[],
): Promise<FileUpsert[]> {
	const names = new Map<string, SkuName>();
	for (const sku of skus) {
		const { entry, formerName, key, pointer } = sku;
		const current = nameOf(entry.name, pointer);
		current.newOwner ??= key;
		if (formerName !== null && !isSameName(formerName, entry.name))
			nameOf(formerName, pointer).formerOwners.add(key.pk);
	}
	await findHeirs(table, organizationId, names);
	return [...names.values()].flatMap((name) =>
		toUpserts(table, organizationId, name),
	);

	function nameOf(name: string, pointer: string): SkuName {
		const { pk } = skuNameKey(organizationId, name);
		const known = names.get(pk);
		if (known) return known;
		const added = {
			name,
			pointer,
			newOwner: undefined,
			heir: undefined,
			formerOwners: new Set<string>(),
		};
		names.set(pk, added);
		return added;
	}
}

/** Gives each name that no SKU of the file gets to the oldest stored SKU that has it, too. */
async function findHeirs(
	table: Table,
	organizationId: string,
	names: ReadonlyMap<string, SkuName>,
) {
	const orphaned = [...names].filter(([, { newOwner }]) => !newOwner);
	if (orphaned.length === 0) return;
	const byKey = new Map(orphaned);
	const newestFirst = creationList(table, {
		organizationId,
		kind: "SKU",
		toStored: asSkuItem,
		toRecord: (sku) => sku,
	});
	for await (const record of readAll(newestFirst)) {
		const { name, pk, sk } = asSkuItem(record as Item);
		const orphan = byKey.get(skuNameKey(organizationId, name).pk);
		if (orphan && !orphan.formerOwners.has(pk)) orphan.heir = { pk, sk };
	}
}

function toUpserts(
	table: Table,
	organizationId: string,
	{ name, pointer, newOwner, heir, formerOwners }: SkuName,
): FileUpsert[] {
	const key = skuNameKey(organizationId, name);
	const common = { key, pointer, isAuxiliary: true } as const;
	const isReleased = (existing: Item) =>
		formerOwners.has(toNamedSkuKey(existing).pk);
	return [
		{
			...common,
			phase: "BEFORE_RECORDS",
			toStatement(existing) {
				if (!existing || !isReleased(existing)) return undefined;
				return heir
					? redirection(table, existing, heir)
					: deletion(table, existing);
			},
		},
		{
			...common,
			phase: "AFTER_RECORDS",
			toStatement(existing) {
				if (!newOwner) return undefined;
				if (!existing) {
					const item = toSkuNameItem(organizationId, name, newOwner);
					return insertStatement(table, item);
				}
				// Still to be released, or written again by a request of the API before its SKU was renamed.
				return isReleased(existing)
					? redirection(table, existing, newOwner)
					: undefined;
			},
		},
	];
}

function isSameName(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}

const isAsRead = `pk = ? AND sk = ? AND "skuPk" = ?`;

function redirection(
	table: Table,
	{ pk, sk, skuPk }: Item,
	owner: Key,
): WriteStatement {
	return {
		Statement: `UPDATE "${table.name}" SET "skuPk" = ? WHERE ${isAsRead}`,
		Parameters: [owner.pk, pk, sk, skuPk],
	};
}

function deletion(table: Table, { pk, sk, skuPk }: Item): WriteStatement {
	return {
		Statement: `DELETE FROM "${table.name}" WHERE ${isAsRead}`,
		Parameters: [pk, sk, skuPk],
	};
}
