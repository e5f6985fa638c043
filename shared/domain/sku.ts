import type { Money } from "./money.ts";
import type { Actor } from "./organization/organization.ts";

/** What a purchase order line is matched by (spec 2.5). */
export type SkuReference = { skuCode: string } | { skuName: string };

/** Spec 2.2; absent is null. */
export interface Sku {
	name: string;
	/** Codes that differ only in case are one code (spec 2.1). */
	itemCode: string | null;
	unit: string | null;
	rate: Money | null;
	hsnSac: string | null;
	/** RFC 3339 */
	createdAt: string;
	/** null: an organization file. */
	createdBy: Actor | null;
}
