import type { Money } from "./money.ts";
import type { Actor } from "./organization/organization.ts";

export const advanceStates = [
	"PENDING",
	"APPROVED",
	"REJECTED",
	"PENDING_RESUBMISSION",
] as const;
export type AdvanceState = (typeof advanceStates)[number];

/** A vendor advance raised over the API (contract 4, `paymentRequests[]`); absent is null. */
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

/** An advance that came with an organization file: it exists, and may hold a purchase order; no more is known. */
export interface ImportedAdvance {
	id: string;
	type: "IMPORTED_ADVANCE";
	state: AdvanceState;
	vendorId: string;
	purchaseOrderLinkId: string | null;
}

/** What one approver of a stage has yet to decide. */
export interface Approval {
	/** Counted from 0. */
	stage: number;
	userId: string;
	state: "OPEN";
}
