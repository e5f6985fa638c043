import { type Actor, toWho } from "../actors/actor.ts";
import { areSame, type Details, toDetails } from "../schemas/described.ts";
import { emailPattern } from "../text/email.ts";
import { gstinPattern } from "../text/gstin.ts";

export const vendorName = {
	type: "string",
	minLength: 1,
	maxLength: 255,
} as const;

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
	/** Increased by every change. */
	version: number;
	/** RFC 3339 */
	createdAt: string;
	/** null for an organization file. */
	createdBy: Actor | null;
	/** RFC 3339 */
	updatedAt: string;
	/** null for an organization file. */
	updatedBy: Actor | null;
}

/** Compares the properties that a request has. */
export const isSameVendor = (one: Vendor, other: Vendor) =>
	one.name === other.name && areSame(describedVendor, one, other);

/** R4 */
export const toVendorRecord = (vendor: Vendor) => ({
	vendorId: vendor.id,
	name: vendor.name,
	...toDetails(describedVendor, vendor),
	version: vendor.version,
	createdAt: vendor.createdAt,
	createdBy: toWho(vendor.createdBy),
	updatedAt: vendor.updatedAt,
	updatedBy: toWho(vendor.updatedBy),
});
