import type { Money } from "./money.ts";
import type { Actor } from "./organization/organization.ts";

export const advanceStates = [
	"PENDING",
	"APPROVED",
	"REJECTED",
	"PENDING_RESUBMISSION",
] as const;
export type AdvanceState = (typeof advanceStates)[number];

/** A vendor advance created over the API (contract 4, `paymentRequests[]`); absent values are null. */
export interface PaymentRequest {
	id: string;
	type: "VENDOR_ADVANCE";
	state: AdvanceState;
	policyUsed: string;
	vendorId: string;
	currency: string;
	/** Id of the entity; null when the organization has none. */
	orgEntity: number | null;
	purchaseOrderLinkId: string | null;
	narration: string | null;
	/** By slug, as sent: `{value}`. */
	tags: Record<string, { value: unknown }>;
	tax: AdvanceTax;
	/** User ids. */
	payers: string[];
	/** RFC 3339 */
	createdAt: string;
	createdBy: Actor | null;
}

export interface AdvanceTax {
	/** The pre-tax amount that was sent (spec 2.8). */
	subTotal: Money;
	gstId: number | null;
	gstAmount: Money | null;
	tdsId: number | null;
	tdsAmount: Money | null;
	roundOff: Money;
	netPayable: Money;
}

/** An advance from an organization file. It may be linked to a purchase order; nothing else is known of it. */
export interface ImportedAdvance {
	id: string;
	type: "IMPORTED_ADVANCE";
	state: AdvanceState;
	vendorId: string;
	purchaseOrderLinkId: string | null;
}

/** An open decision of one approver of a stage. */
export interface Approval {
	/** Counted from 0. */
	stage: number;
	userId: string;
	state: "OPEN";
}
