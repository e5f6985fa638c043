import { type Actor, toWho } from "../actors/actor.ts";
import { type Details, toDetails } from "../schemas/described.ts";
import { emailPattern } from "../text/email.ts";
import { gstinPattern } from "../text/gstin.ts";

/** What describes a vendor besides its name (R4), in requests, organization files, records and exports. */
export const describedVendor = {
	gstin: { type: "string", pattern: gstinPattern },
	email: {
		type: "string",
		minLength: 3,
		maxLength: 254,
		pattern: emailPattern,
	},
} as const;

/** Absent values are null. */
export interface Vendor extends Details<typeof describedVendor> {
	id: string;
	name: string;
	/** RFC 3339 */
	createdAt: string;
	/** null for an organization file. */
	createdBy: Actor | null;
}

/** R4 */
export const toVendorRecord = (vendor: Vendor) => ({
	vendorId: vendor.id,
	name: vendor.name,
	...toDetails(describedVendor, vendor),
	createdAt: vendor.createdAt,
	createdBy: toWho(vendor.createdBy),
});
