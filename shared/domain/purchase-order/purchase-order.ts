import type { Money } from "../money.ts";
import type { Actor } from "../organization/organization.ts";

export const purchaseOrderStates = ["DRAFTED", "ACTIVE", "APPROVED"] as const;
export type PurchaseOrderState = (typeof purchaseOrderStates)[number];

export const matchingStates = [
	"UNMATCHED",
	"PARTIALLY_MATCHED",
	"MATCHED",
] as const;
export type MatchingState = (typeof matchingStates)[number];

/** What other rules decide by; the lines and all else that was sent are its details. */
export interface PurchaseOrder {
	id: string;
	poNumber: string;
	vendorId: string | null;
	state: PurchaseOrderState;
	matchingState: MatchingState;
	/** What an advance's net payable may not exceed. */
	amount: Money;
	/** null: free for an advance. */
	link: PurchaseOrderLink | null;
	/** Raised by whatever changes the order. */
	version: number;
	/** RFC 3339 */
	createdAt: string;
	/** null: an organization file. */
	createdBy: Actor | null;
	/** RFC 3339; `createdAt` until the first change, an advance's link included. */
	updatedAt: string;
	/** null: an organization file. */
	updatedBy: Actor | null;
}

/** An order with everything that was sent. */
export interface DetailedPurchaseOrder extends PurchaseOrder {
	/** JSON of what has no property above (`order-details.ts`); null for an order that came with a file. */
	details: string | null;
}

/** The advance that holds an order, or waits for resubmission and keeps others off (spec 4.3 rule 5). */
export interface PurchaseOrderLink {
	advanceId: string;
	state: "ACTIVE" | "PENDING_RESUBMISSION";
}
