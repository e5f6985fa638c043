import type { AdvanceState } from "../../../shared/payment-requests/payment-request.ts";
import type { Resource } from "../reported.ts";
import type { RaisedAdvance, TransitChoice } from "../transitions.ts";
import type { RunContent } from "./run-lists.ts";

/** What one client, function or operator does. Everything in it is plain data, so that a failing history can be read. */
export type Action =
	| { kind: "pay"; resources: Resource[]; copies: number }
	| { kind: "payMany"; resources: Resource[] }
	| { kind: "raise"; body: RaisedAdvance }
	/** @param index Of the requests that clients know, counted around. */
	| { kind: "transit"; index: number; choice: TransitChoice; asCfo: boolean }
	/** A file of the organization gives a request the state that another system has decided. */
	| { kind: "decideElsewhere"; index: number; state: AdvanceState }
	| { kind: "createInvoices"; invoices: NewInvoice[] }
	| { kind: "patchInvoice"; id: string; patch: InvoicePatch }
	/** @param index Of the payments of the invoice, newest first, counted around. */
	| { kind: "reverse"; id: string; index: number; reason: string }
	| { kind: "createSkus"; skus: { name: string; itemCode: string }[] }
	| { kind: "createVendor"; vendor: { vendorId: string; name: string } }
	/** Of a vendor that no file brings: importing a file keeps what a patch has changed, under rules of its own. */
	| { kind: "patchVendor"; vendorId: string; name: string }
	| { kind: "createOrder"; isComplete: boolean }
	/** @param index Of the orders that clients know, counted around. */
	| { kind: "patchOrder"; index: number; patch: OrderPatch }
	/** @param index Of the records of its kind that clients know, counted around. */
	| { kind: "read"; path: string; index: number }
	/** Another organization asks for an invoice that it does not have. */
	| { kind: "trespass"; id: string }
	/** Workers get all messages that wait: as they are, in one delivery, twice, or never. */
	| { kind: "work"; delivery: Delivery }
	| { kind: "sweep" }
	/** @param index Of the batches that clients know, counted around. */
	| { kind: "stop"; index: number; reason: string }
	/** @param copies Sent at the same time. */
	| ({ kind: "createRun"; copies: number } & RunContent)
	/**
	 * @param index Of the runs that clients know, counted around.
	 * @param changes Sent at the same time.
	 */
	| { kind: "changeRun"; index: number; changes: RunChange[] }
	| { kind: "import"; change: ImportedChange }
	/** Two operators import at the same time; only the first one's process has the step's fault. */
	| { kind: "importTogether"; changes: [ImportedChange, ImportedChange] }
	| { kind: "lock" | "unlock"; slug: string }
	| { kind: "hold" | "release" };

export type RunChange = "release" | "discard";

export type Delivery = "EACH" | "TOGETHER" | "TWICE" | "LOST";

export interface NewInvoice {
	vendorId: string;
	invoiceNumber: string;
	amount: number;
	state: "DRAFTED" | "APPROVED";
}

export interface InvoicePatch {
	state?: "DRAFTED" | "APPROVED" | "VOID";
	amount?: number;
	description?: string | null;
}

export interface OrderPatch {
	state?: "ACTIVE";
	vendorId?: string;
	description?: string | null;
	paymentTerms?: string;
	lineItems?: { identifier: string; quantity: number; rate: number }[];
	poType?: string;
	matchingType?: string;
	poDate?: string;
	gstin?: string;
}

export type ImportedChange =
	| "NONE"
	| "VENDORS"
	| "LARGER_INVOICE"
	| "SMALLER_INVOICE"
	| "NUMBERED_INVOICE"
	| "MOVED_ADVANCE";

/** A fault in addition to `faultKinds`: a write fails at once, and takes effect when its round is over. */
export const landsLate = "LANDS_LATE";

export interface Step {
	action: Action;
	/** Injected into the process that carries out the action. */
	fault: { name: string; call: number; isLasting: boolean } | null;
	/** Milliseconds that each of its AWS calls waits first, counted around: the order of calls of one round varies. */
	delays: number[];
}

/** Time passes, then all steps run at once. */
export interface Round {
	seconds: number;
	steps: Step[];
}

export type History = Round[];

/** What a read asks for. */
export interface Target {
	path: string;
	/** Id of a record that exists or may exist; for an attempt, its idempotency key. */
	id: string;
	/** Page size of a list. */
	limit: number;
}
