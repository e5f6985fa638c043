import type { Vendor } from "../../domain/vendor.ts";
import { batchGet, type Item, storedAs } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { isKeyText, type Key, vendorKey } from "../keys.ts";

export interface VendorItem extends Key {
	id: string;
	name: string;
}

/** Those of the ids that name a vendor of the organization; an id that no key can hold names none. */
export async function findVendorIds(
	table: Table,
	organizationId: string,
	ids: readonly string[],
): Promise<Set<string>> {
	const distinct = [...new Set(ids)].filter(isKeyText);
	const items = await batchGet(
		table,
		distinct.map((id) => vendorKey(organizationId, id)),
	);
	return new Set(distinct.filter((_, index) => items[index]));
}

export function toVendorItem(
	organizationId: string,
	{ id, name }: Vendor,
): VendorItem {
	return { ...vendorKey(organizationId, id), id, name };
}

export function toVendor(item: Item): Vendor {
	const { id, name } = storedAs<VendorItem>(item);
	return { id, name };
}
