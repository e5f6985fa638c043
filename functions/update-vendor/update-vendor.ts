import { maxInstant } from "../../shared/dates/max-instant.ts";
import { vendorKey } from "../../shared/dynamodb/keys.ts";
import { chooseId } from "../../shared/dynamodb/reads/choose-id.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import { versionMismatch } from "../../shared/http/errors.ts";
import { requireValid } from "../../shared/http/json-body.ts";
import type { PathIds } from "../../shared/http/path-ids.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeededAt } from "../../shared/http/response.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import { toGiven } from "../../shared/schemas/described.ts";
import { vendorNotFound } from "../../shared/vendors/errors.ts";
import {
	describedVendor,
	isSameVendor,
	type Vendor,
} from "../../shared/vendors/vendor.ts";
import { changeVendor } from "../../shared/vendors/vendors.store.ts";
import { toPatchError } from "./errors.ts";
import { validate } from "./schema.validator.js";

export interface VendorUpdate {
	/** The ids that the path may stand for. */
	ids: PathIds;
	/** The version that the vendor must have; null accepts any. */
	ifMatch: string | null;
	/** The merge patch as sent, not validated: checks of the vendor come first (R1, "Versions"). */
	patch: object;
}

/** R4: changes a vendor. What other records say of it stays as it is. */
export async function updateVendor(
	table: Table,
	update: VendorUpdate,
	request: RequestContext,
): Promise<Reply> {
	const organizationId = request.caller.organization.id;
	const vendorId = await chooseId(table, update.ids, (id) =>
		vendorKey(organizationId, id),
	);
	const vendor = await changeVendor(table, {
		organizationId,
		vendorId,
		writeId: request.attemptId,
		decide: (stored) => decide(stored, update, request),
	});
	if (!vendor) throw vendorNotFound();
	const { version } = vendor;
	return succeededAt(version, { vendorId, version });
}

/** The checks of R1 ("Versions"), in their order. Returns the vendor itself when the patch changes nothing. */
function decide(
	vendor: Vendor,
	{ ifMatch, patch }: VendorUpdate,
	{ caller, now }: RequestContext,
): Vendor {
	if (ifMatch !== null && ifMatch !== `${vendor.version}`)
		throw versionMismatch();
	const { name = vendor.name, ...details } = requireValid(
		patch,
		validate,
		toPatchError,
	);
	const changed = { ...vendor, name, ...toGiven(describedVendor, details) };
	if (isSameVendor(changed, vendor)) return vendor;
	return {
		...changed,
		version: vendor.version + 1,
		updatedAt: maxInstant(now.toISOString(), vendor.updatedAt),
		updatedBy: toActor(caller),
	};
}
