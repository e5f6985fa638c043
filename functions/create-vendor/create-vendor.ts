import type { Table } from "../../shared/dynamodb/table.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import { toDetails } from "../../shared/schemas/described.ts";
import {
	describedVendor,
	isSameVendor,
	type Vendor,
} from "../../shared/vendors/vendor.ts";
import { insertVendor } from "../../shared/vendors/vendors.store.ts";
import { vendorExists } from "./errors.ts";
import type { VendorBody } from "./schema.ts";

/** R4: creates a vendor. Sending the same vendor again under its id succeeds. */
export async function createVendor(
	table: Table,
	{ name, vendorId, ...details }: VendorBody,
	{ caller, attemptId, now }: RequestContext,
): Promise<Reply> {
	const createdAt = now.toISOString();
	const createdBy = toActor(caller);
	const vendor: Vendor = {
		id: vendorId ?? `v-${attemptId.toLowerCase()}`,
		name,
		...toDetails(describedVendor, details),
		version: 1,
		createdAt,
		createdBy,
		updatedAt: createdAt,
		updatedBy: createdBy,
	};
	const existing = await insertVendor(table, {
		organizationId: caller.organization.id,
		vendor,
		writeId: attemptId,
	});
	if (existing && !isSameVendor(existing, vendor)) throw vendorExists();
	return succeeded({ vendorId: vendor.id }, { created: existing ? 0 : 1 });
}
