import { toWho } from "../actors/actor.ts";
import type { Vendor } from "./vendor.ts";

/** Records R4 */
export const toVendorRecord = (vendor: Vendor) => ({
	vendorId: vendor.id,
	name: vendor.name,
	gstin: vendor.gstin,
	email: vendor.email,
	createdAt: vendor.createdAt,
	createdBy: toWho(vendor.createdBy),
});
