import type { Actor } from "../actors/actor.ts";
import { type Decimal, ZERO } from "../money/decimal.ts";
import type { Details } from "../schemas/described.ts";

export interface Invoice {
	slug: string;
	/** Only `APPROVED` is payable (spec 3.3). */
	state: string;
	/** The amount left to pay. */
	due: Decimal;
	/** A payment over the platform's own rails has not completed yet. */
	platformPaymentInFlight: boolean;
	/** The lease on the invoice; it may have expired. */
	lock: InvoiceLock | null;
	/** Increased by every change. A version is never reused. */
	version: number;
	/** The payments stored in the invoice itself; older ones may be in archive pages. */
	payments: Payment[];
	/** Number of archive pages. */
	paymentPages: number;
	/** Number of reversed payments in each archive page that has some, by page. */
	pageReversals?: ReadonlyMap<number, number>;
	/** When the latest archived payment was made (RFC 3339), and by whom. Absent: none was archived. */
	paidAt?: string | null | undefined;
	paidBy?: Actor | null | undefined;
}

export interface InvoiceLock {
	holder: string;
	/** RFC 3339 */
	expiresAt: string;
}

export interface Payment {
	id: string;
	amount: Decimal;
	utr: string | null;
	narration: string | null;
	/** `YYYY-MM-DD` */
	paymentDate: string;
	/** Payments are never pushed to an accounting platform (spec 2.10). */
	accountingSyncState: "SKIPPED";
	/** RFC 3339 */
	createdAt: string;
	userId: string;
	/** Id of the API key. */
	keyId: string | null;
	idempotencyKey: string | null;
	/** The `bulkActionSlug` of the batch that recorded it; null for a synchronous payment. */
	batch: string | null;
	/**
	 * Absent while the payment is not reversed. A payments page has it only of a payment that was reversed before its
	 * move: see `page-reversals.store.ts`.
	 */
	reversal?: Reversal;
}

/** The amount of a reversed payment is due again (C1). */
export interface Reversal {
	/** RFC 3339 */
	at: string;
	by: Actor;
	reason: string;
}

const date = { type: "string", format: "date" } as const;

/**
 * What describes an invoice besides its number and its amounts (R5), in requests, organization files, records
 * and exports. It is stored by position: a new text comes last.
 */
export const describedInvoice = {
	invoiceDate: date,
	dueDate: date,
	currency: { type: "string", minLength: 1, maxLength: 8 },
	description: { type: "string", minLength: 1, maxLength: 255 },
} as const;

const { currency, ...others } = describedInvoice;
/** The same, in the order in which a record has them: the currency is next to the amounts. */
export const shownInvoiceTexts = { currency, ...others };

/** The attributes of an invoice that payments do not need; absent values are null. */
export interface InvoiceFacts extends Details<typeof describedInvoice> {
	/** The number is unique for each vendor, compared after `toLowerCase()` (R5). */
	invoiceNumber: string | null;
	/** RFC 3339 */
	createdAt: string;
	/** null for an organization file. */
	createdBy: Actor | null;
	/** RFC 3339. The last change that was not a payment; null if there was none. */
	updatedAt: string | null;
	/** null for an organization file or the operator. */
	updatedBy: Actor | null;
	/** RFC 3339. When the invoice became `APPROVED`, by its creation, a patch or a file; null if it is not approved. */
	approvedAt: string | null;
	/** null for an organization file too. */
	approvedBy: Actor | null;
}

/** An invoice with the attributes that decide about a change. */
export interface InvoiceDetails extends Invoice {
	vendorId: string | null;
	amount: Decimal;
	/** The sum of the recorded payments that are not reversed. `amount - due` differs when a file has set either. */
	paid: Decimal;
	facts: InvoiceFacts;
}

export function isLockHeld(lock: InvoiceLock | null, now: Date): boolean {
	return lock !== null && Date.parse(lock.expiresAt) > now.getTime();
}

/** R5, `open`: an amount is left to pay. */
export const isOpen = ({ due, state }: Pick<Invoice, "due" | "state">) =>
	due.gt(ZERO) && state !== "VOID";
