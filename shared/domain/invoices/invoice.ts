import type { Money } from "../money.ts";
import type { Actor } from "../organization/organization.ts";

export interface Invoice {
	slug: string;
	/** Only `APPROVED` is payable (spec 3.3). */
	state: string;
	/** What is left to pay. */
	due: Money;
	/** A payment on the service's own rails has not settled yet. */
	platformPaymentInFlight: boolean;
	/** A lease that somebody holds on the invoice, perhaps an expired one. */
	lock: InvoiceLock | null;
	/** Raised by whatever changes the invoice; a version never comes back. */
	version: number;
	/** The payments that the invoice carries itself; older ones may have moved to pages. */
	payments: Payment[];
	/** How many pages of older payments there are. */
	paymentPages: number;
}

export interface InvoiceLock {
	holder: string;
	/** RFC 3339 */
	expiresAt: string;
}

export interface Payment {
	id: string;
	amount: Money;
	utr: string | null;
	narration: string | null;
	/** `YYYY-MM-DD` */
	paymentDate: string;
	/** Payments are never pushed to an accounting platform (spec 2.10). */
	accountingSyncState: "SKIPPED";
	/** RFC 3339 */
	createdAt: string;
	userId: string;
	/** Id of the API key; null: it was recorded before this was noted. */
	keyId: string | null;
	idempotencyKey: string | null;
	/** The `bulkActionSlug` of the batch that recorded it; null when it was recorded synchronously. */
	batch: string | null;
}

/** What no payment needs to know of an invoice; absent is null. */
export interface InvoiceFacts {
	/** No two invoices of a vendor have one number, compared after `toLowerCase()` (records R5). */
	invoiceNumber: string | null;
	currency: string | null;
	/** `YYYY-MM-DD` */
	invoiceDate: string | null;
	/** `YYYY-MM-DD` */
	dueDate: string | null;
	description: string | null;
	/** RFC 3339; null: the invoice was stored before this was noted. */
	createdAt: string | null;
	/** null: an organization file. */
	createdBy: Actor | null;
	/** RFC 3339. Of the last change other than a payment; null: there was none. */
	updatedAt: string | null;
	/** null: an organization file, or the operator. */
	updatedBy: Actor | null;
}

/** An invoice with what a change of it is decided by, besides what a payment is. */
export interface InvoiceDetails extends Invoice {
	vendorId: string | null;
	amount: Money;
	facts: InvoiceFacts;
}

export function isLockHeld(lock: InvoiceLock | null, now: Date): boolean {
	return lock !== null && Date.parse(lock.expiresAt) > now.getTime();
}
