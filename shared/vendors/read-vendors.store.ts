import { vendorKey } from "../dynamodb/keys.ts";
import { findRecord } from "../dynamodb/reads/find-record.ts";
import type { Table } from "../dynamodb/table.ts";
import { creationList } from "../lists/creation-list.store.ts";
import type { RecordList } from "../lists/record-list.store.ts";
import { toVendorRecord } from "./vendor.record.ts";
import { toVendor } from "./vendors.store.ts";

/** Records R4: the organization's vendors, newest first. */
export const vendorList = (table: Table, organizationId: string): RecordList =>
	creationList(table, {
		organizationId,
		kind: "VENDOR",
		toStored: toVendor,
		toRecord: toVendorRecord,
	});

export async function findVendor(
	table: Table,
	organizationId: string,
	ids: readonly string[],
) {
	const item = await findRecord(table, ids, (id) =>
		vendorKey(organizationId, id),
	);
	return item && { record: toVendorRecord(toVendor(item)) };
}
