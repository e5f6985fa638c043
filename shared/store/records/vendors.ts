import { toVendorRecord } from "../../domain/records/reference-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { vendorKey } from "../keys.ts";
import { creationList } from "../lists/creation-list.ts";
import type { RecordList } from "../lists/record-list.ts";
import { toVendor } from "../organizations/vendors.ts";
import { findRecord } from "./find-record.ts";

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
