import { toWho } from "../actors/actor.ts";
import { toUtc } from "../dates/to-utc.ts";
import { type Decimal, ZERO } from "../money/decimal.ts";
import { toDetails } from "../schemas/described.ts";
import {
	type InvoiceDetails,
	type InvoiceFacts,
	type InvoiceLock,
	isLockHeld,
	type Payment,
	shownInvoiceTexts,
} from "./invoice.ts";

/** An invoice with all attributes that its record shows. */
export type ShownInvoice = Omit<InvoiceDetails, "facts"> & InvoiceFacts;

/** R5: the record of an invoice at an instant. */
export const toInvoiceRecord = (invoice: ShownInvoice, now: Date) => ({
	id: invoice.slug,
	invoiceNumber: invoice.invoiceNumber,
	vendorId: invoice.vendorId,
	state: invoice.state,
	amount: invoice.amount,
	due: invoice.due,
	paid: paidOf(invoice),
	...toDetails(shownInvoiceTexts, invoice),
	platformPaymentInFlight: invoice.platformPaymentInFlight,
	lock: toHeldLock(invoice.lock, now),
	version: invoice.version,
	createdAt: invoice.createdAt,
	updatedAt: invoice.updatedAt,
	createdBy: toWho(invoice.createdBy),
	updatedBy: toWho(invoice.updatedBy),
	approvedAt: invoice.approvedAt,
	approvedBy: toWho(invoice.approvedBy),
});

/** R5, "Payment" */
export const toPaymentRecord = (payment: Payment) => ({
	id: payment.id,
	amount: payment.amount,
	utr: payment.utr,
	narration: payment.narration,
	paymentDate: payment.paymentDate,
	accountingSyncState: payment.accountingSyncState,
	createdAt: payment.createdAt,
	userId: payment.userId,
	keyId: payment.keyId,
	idempotencyKey: payment.idempotencyKey,
	bulkActionSlug: payment.batch,
	...toReversalRecord(payment),
});

/** C1: null for a payment that is not reversed. */
export const toReversalRecord = ({ reversal }: Payment) => ({
	reversedAt: reversal?.at ?? null,
	reversedBy: toWho(reversal?.by ?? null),
	reversalReason: reversal?.reason ?? null,
});

function paidOf({ amount, due }: ShownInvoice): Decimal {
	const paid = amount.minus(due);
	return paid.gt(ZERO) ? paid : ZERO;
}

function toHeldLock(lock: InvoiceLock | null, now: Date) {
	if (!lock || !isLockHeld(lock, now)) return null;
	const { holder, expiresAt } = lock;
	return { holder, expiresAt: toUtc(expiresAt) };
}
