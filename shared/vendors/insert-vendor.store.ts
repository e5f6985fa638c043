import type { Table } from "../dynamodb/table.ts";
import { insertItem } from "../dynamodb/writes/conditional-write.ts";
import type { Vendor } from "./vendor.ts";
import { toVendor, toVendorItem, type VendorItem } from "./vendors.store.ts";

/**
 * Stores a new vendor with one conditional write. The item keeps the write's id, so that a write repeated after a lost
 * response recognises itself, even after an import has changed the vendor.
 *
 * @param writeId Unique to the request.
 * @returns undefined when it is stored, otherwise the existing vendor with its id.
 * @throws When it was not written, or the outcome is unknown.
 */
export async function insertVendor(
	table: Table,
	{
		organizationId,
		vendor,
		writeId,
	}: { organizationId: string; vendor: Vendor; writeId: string },
): Promise<Vendor | undefined> {
	const item: VendorItem = { ...toVendorItem(organizationId, vendor), writeId };
	const conflicting = await insertItem(table, item);
	const isOwn = conflicting === null || conflicting.writeId === writeId;
	return isOwn ? undefined : toVendor(conflicting);
}
