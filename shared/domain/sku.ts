import type { Money } from "./money.ts";
import type { Actor } from "./organization/organization.ts";

/** How a line item refers to a SKU (spec 2.5). */
export type SkuReference = { skuCode: string } | { skuName: string };

/** Spec 2.2; absent values are null. */
export interface Sku {
	name: string;
	/** Codes are compared without case (spec 2.1). */
	itemCode: string | null;
	unit: string | null;
	rate: Money | null;
	hsnSac: string | null;
	/** RFC 3339 */
	createdAt: string;
	/** null for an organization file. */
	createdBy: Actor | null;
}
