import { type Actor, toWho } from "../actors/actor.ts";

/** Absent values are null. */
export interface Vendor {
	id: string;
	name: string;
	gstin: string | null;
	email: string | null;
	/** RFC 3339 */
	createdAt: string;
	/** null for an organization file. */
	createdBy: Actor | null;
}

/** Records R4 */
export const toVendorRecord = (vendor: Vendor) => ({
	vendorId: vendor.id,
	name: vendor.name,
	gstin: vendor.gstin,
	email: vendor.email,
	createdAt: vendor.createdAt,
	createdBy: toWho(vendor.createdBy),
});
