import type { RequestBody } from "../../../client/src/operations/operation-types.ts";

/** What can be changed of a vendor. */
export type VendorProperty = keyof RequestBody<"updateVendor">;

/** In the order of the form and of the page. */
export const vendorLabels: Readonly<Record<VendorProperty, string>> = {
	name: "Name",
	gstin: "GSTIN",
	email: "Email",
};

// Unchecked cast: the keys are those of the object above.
export const vendorProperties = Object.keys(vendorLabels) as VendorProperty[];
