import type { Actor } from "../actors/actor.ts";
import type { Decimal } from "../money/decimal.ts";

export const purchaseOrderStates = ["DRAFTED", "ACTIVE", "APPROVED"] as const;
export type PurchaseOrderState = (typeof purchaseOrderStates)[number];

export const matchingStates = [
	"UNMATCHED",
	"PARTIALLY_MATCHED",
	"MATCHED",
] as const;
export type MatchingState = (typeof matchingStates)[number];

/** The properties that rules depend on; line items and all other properties are in its details. */
export interface PurchaseOrder {
	id: string;
	/** The caller's own id of the order; null when there is none. */
	externalId: string | null;
	poNumber: string;
	vendorId: string | null;
	state: PurchaseOrderState;
	matchingState: MatchingState;
	/** The limit of an advance's net payable. */
	amount: Decimal;
	/** null when no advance is linked. */
	link: PurchaseOrderLink | null;
	/** Increased by every change. */
	version: number;
	/** RFC 3339 */
	createdAt: string;
	/** null for an organization file. */
	createdBy: Actor | null;
	/** RFC 3339; `createdAt` until the first change. Linking an advance is a change. */
	updatedAt: string;
	/** null for an organization file. */
	updatedBy: Actor | null;
}

/** An order with all its properties. */
export interface DetailedPurchaseOrder extends PurchaseOrder {
	/** JSON of the other properties (`order-details.ts`); null for an imported order. */
	details: string | null;
}

/** An order with the currency of its amount. */
export interface PricedPurchaseOrder extends PurchaseOrder {
	/** null for an order that only organization files describe: the organization's base currency. */
	currency: "INR" | null;
}

/** Orders over the API are in INR (spec 2.4). */
export const orderCurrency = ({
	details,
}: {
	details: unknown;
}): PricedPurchaseOrder["currency"] => (details === null ? null : "INR");

/** The advance linked to an order. It excludes others, also while it is pending resubmission (spec 4.3 rule 5). */
export interface PurchaseOrderLink {
	advanceId: string;
	state: "ACTIVE" | "PENDING_RESUBMISSION";
}
