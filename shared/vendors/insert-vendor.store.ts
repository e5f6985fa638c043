import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { batchGet, type Item } from "../dynamodb/batch-get.ts";
import { conditionalWrite } from "../dynamodb/conditional-write.ts";
import { type Table, withExtendedRetryTime } from "../dynamodb/table.ts";
import { countSettled } from "../logging/activity.ts";
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
	const conflicting = await put(table, item);
	const isOwn = conflicting === null || conflicting.writeId === writeId;
	return isOwn ? undefined : toVendor(conflicting);
}

/** @returns The conflicting item, which may be this write's own; null when there was none. */
async function put(table: Table, item: VendorItem): Promise<Item | null> {
	const isFree = "attribute_not_exists(pk)";
	try {
		return await conditionalWrite(
			table,
			new PutCommand({
				TableName: table.name,
				Item: item,
				ConditionExpression: isFree,
				ReturnValuesOnConditionCheckFailure: "ALL_OLD",
			}),
		);
	} catch (error) {
		const [stored] = await batchGet(withExtendedRetryTime(table), [item]);
		if (!stored) throw error;
		countSettled(1);
		return stored;
	}
}
