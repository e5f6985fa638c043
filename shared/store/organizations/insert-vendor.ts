import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Vendor } from "../../domain/vendor.ts";
import { batchGet, type Item } from "../dynamodb/batch-get.ts";
import { conditionalWrite } from "../dynamodb/conditional-write.ts";
import { type Table, withExtendedRetryTime } from "../dynamodb/table.ts";
import { toVendor, toVendorItem, type VendorItem } from "./vendors.ts";

/**
 * Stores a new vendor: one conditional write. The item keeps the write's id, by which a write that was repeated after a
 * lost answer recognises itself, whatever an import has made of the vendor since.
 *
 * @param writeId New with each request.
 * @returns undefined when it is stored, else the vendor that has its id.
 * @throws When it was not written, or whether it was could not be found out.
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

/** @returns The item in the way, which may be this very one; null: there was none. */
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
		return stored;
	}
}
