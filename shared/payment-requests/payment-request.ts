import type { Actor } from "../actors/actor.ts";
import type { Decimal } from "../money/decimal.ts";
import type { PurchaseOrderLink } from "../purchase-orders/purchase-order.ts";

export const advanceStates = [
	"PENDING",
	"APPROVED",
	"REJECTED",
	"PENDING_RESUBMISSION",
	"CANCELLED",
] as const;
export type AdvanceState = (typeof advanceStates)[number];

/** A1: does no transition lead out of this state? */
export const endsAnAdvance = (state: AdvanceState): boolean =>
	state === "REJECTED" || state === "CANCELLED";

/** Does an advance in this state keep its purchase order from other advances (spec 4.3 rule 5)? */
export const holdsItsOrder = (state: AdvanceState): boolean =>
	!endsAnAdvance(state);

/** The state of the link that an advance in a state that holds its order has to it. */
export const toLinkState = (state: AdvanceState): PurchaseOrderLink["state"] =>
	state === "PENDING_RESUBMISSION" ? "PENDING_RESUBMISSION" : "ACTIVE";

/** A vendor advance created over the API (contract 4, `paymentRequests[]`); absent values are null. */
export interface PaymentRequest extends AdvanceContent, AdvanceProgress {
	id: string;
	type: "VENDOR_ADVANCE";
	state: AdvanceState;
	/** A7: the user ids of all who raised the request or submitted one of its rounds, each once. Not shown. */
	requesters: readonly string[];
	/** RFC 3339 */
	createdAt: string;
	createdBy: Actor;
}

/** What a creation or resubmission decides. */
export interface AdvanceContent {
	policyUsed: string;
	/** A7: may requesters decide? */
	selfApproval: boolean;
	vendorId: string;
	currency: string;
	/** Id of the entity; null when the organization has none. */
	orgEntity: number | null;
	purchaseOrderLinkId: string | null;
	narration: string | null;
	/** The keys are slugs; a value is `{value}` as it was sent. */
	tags: Record<string, { value: unknown }>;
	tax: AdvanceTax;
	/** The payers' user ids. */
	payers: string[];
}

/** How far the workflow of a payment request has come (A1, A6). */
export interface AdvanceProgress extends TransitionMarks {
	/** Rounds are counted from 1; a resubmission begins the next one. */
	round: number;
	/** The stage whose approvals are open; null unless the request is `PENDING`. */
	openStage: number | null;
	/** Every transition raises it. */
	version: number;
	/** RFC 3339; `createdAt` until the first change. */
	updatedAt: string;
	/** null for an organization file. */
	updatedBy: Actor | null;
}

/** What single transitions leave on a request; each is null until then. Record, item and export follow from here. */
export interface TransitionMarks {
	/** RFC 3339; null in the first round. */
	resubmittedAt: string | null;
	resubmittedBy: Actor | null;
}

export const noMarks: TransitionMarks = {
	resubmittedAt: null,
	resubmittedBy: null,
};

export const splitMarks = <Request extends TransitionMarks>({
	resubmittedAt,
	resubmittedBy,
	...others
}: Request) => ({ marks: { resubmittedAt, resubmittedBy }, others });

export interface AdvanceTax {
	/** The pre-tax amount that was sent (spec 2.8). */
	subTotal: Decimal;
	gstId: number | null;
	gstAmount: Decimal | null;
	tdsId: number | null;
	tdsAmount: Decimal | null;
	roundOff: Decimal;
	netPayable: Decimal;
}

/** A payment request from the API or from an organization file. */
export type AnyPaymentRequest = PaymentRequest | ImportedPaymentRequest;

/** An imported advance as payment requests are read. */
export interface ImportedPaymentRequest
	extends ImportedAdvance,
		Pick<AdvanceProgress, "version" | "updatedBy"> {
	/** RFC 3339 */
	createdAt: string;
	createdBy: Actor | null;
	updatedAt: string;
}

/** An advance from an organization file. It may be linked to a purchase order; nothing else is known of it. */
export interface ImportedAdvance {
	id: string;
	type: "IMPORTED_ADVANCE";
	state: AdvanceState;
	vendorId: string;
	purchaseOrderLinkId: string | null;
}
