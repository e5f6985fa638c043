import type { Vendor } from "../domain/vendor.ts";
import { type Key, vendorKey } from "./keys.ts";
import { type Item, storedAs } from "./read-each.ts";

export interface VendorItem extends Key {
	id: string;
	name: string;
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
