import type { WriteStatement } from "../../../shared/store/dynamodb/batch-execute.ts";
import type { Item } from "../../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import { skuNameKey } from "../../../shared/store/keys.ts";
import {
	toNamedSkuKey,
	toSkuNameItem,
} from "../../../shared/store/skus/skus.ts";
import type { FileUpsert } from "../file-entry.ts";
import { upsertStatement } from "../upsert-statement.ts";
import type { LocatedSku } from "./locate-skus.ts";

/** A name (case-insensitive), and the SKUs of the file that get or lose it. */
interface SkuName {
	name: string;
	pointer: string;
	/** The first SKU of the file with the name. */
	newOwner: LocatedSku | undefined;
	/** Partition keys of SKUs that had the name and are renamed. */
	formerOwners: Set<string>;
}

/** A name points to the first SKU that had it. A renamed SKU releases its former name. */
export function skuNameUpserts(
	table: Table,
	organizationId: string,
	skus: readonly LocatedSku[],
): FileUpsert[] {
	const names = new Map<string, SkuName>();
	for (const sku of skus) {
		const { entry, formerName, key, pointer } = sku;
		const current = nameOf(entry.name, pointer);
		current.newOwner ??= sku;
		if (formerName !== null && !isSameName(formerName, entry.name))
			nameOf(formerName, pointer).formerOwners.add(key.pk);
	}
	return [...names.values()].map(
		({ name, pointer, newOwner, formerOwners }) => ({
			key: skuNameKey(organizationId, name),
			pointer,
			isAuxiliary: true,
			// Released before its SKU is renamed: after an interruption, the record still has the former name.
			isFirst: formerOwners.size > 0,
			toStatement(existing) {
				const isFree =
					existing === undefined ||
					formerOwners.has(toNamedSkuKey(existing).pk);
				if (!isFree) return undefined;
				if (newOwner)
					return upsertStatement(
						table,
						existing,
						toSkuNameItem(organizationId, name, newOwner.key),
					);
				return existing && deletion(table, existing);
			},
		}),
	);

	function nameOf(name: string, pointer: string): SkuName {
		const { pk } = skuNameKey(organizationId, name);
		const known = names.get(pk);
		if (known) return known;
		const added = {
			name,
			pointer,
			newOwner: undefined,
			formerOwners: new Set<string>(),
		};
		names.set(pk, added);
		return added;
	}
}

function isSameName(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}

function deletion(table: Table, { pk, sk, skuPk }: Item): WriteStatement {
	return {
		Statement: `DELETE FROM "${table.name}" WHERE pk = ? AND sk = ? AND "skuPk" = ?`,
		Parameters: [pk, sk, skuPk],
	};
}
