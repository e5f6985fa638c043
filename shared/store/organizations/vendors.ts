import type { Vendor } from "../../domain/vendor.ts";
import { type Item, storedAs } from "../dynamodb/batch-get.ts";
import { type Key, vendorKey } from "../keys.ts";

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
