import { toWho } from "../actors/actor.ts";
import type { InvoiceDetails, Payment, Reversal } from "../invoices/invoice.ts";
import { type Decimal, sum, toDecimalText } from "../money/decimal.ts";
import { boundedList } from "./bounded.ts";
import type { Announcement, DetailType } from "./service-event.ts";

/**
 * What a write of an invoice announces. A write that changes only the version, a lock, or where payments are stored
 * announces nothing.
 *
 * @param before null for a new invoice.
 */
export function invoiceEvents(
	before: InvoiceDetails | null,
	after: InvoiceDetails,
): Announcement[] {
	const stateEvent =
		before?.state === after.state ? undefined : stateEvents[after.state];
	return [
		...(before
			? []
			: [{ detailType: "Invoice Created", data: toData(after) } as const]),
		...(stateEvent ? [{ detailType: stateEvent, data: toData(after) }] : []),
		...paidEvents(before, after),
		...reversedEvents(before, after),
	];
}

const stateEvents: Record<string, DetailType | undefined> = {
	APPROVED: "Invoice Approved",
	VOID: "Invoice Voided",
};

/** One event for each write, which records the payments of one request. */
function paidEvents(
	before: InvoiceDetails | null,
	after: InvoiceDetails,
): Announcement[] {
	const known = new Set(before?.payments.map(({ id }) => id));
	const payments = after.payments.filter(({ id }) => !known.has(id));
	const [first] = payments;
	if (!first) return [];
	const data = {
		...toReference(after),
		due: toDecimalText(after.due),
		amountPaid: toDecimalText(sum(payments.map(({ amount }) => amount))),
		paymentCount: payments.length,
		payments: boundedList(payments.map(toPaymentData)),
		bulkActionSlug: first.batch,
		paidAt: first.createdAt,
		paidBy: { userId: first.userId, keyId: first.keyId },
	};
	return [{ detailType: "Invoice Paid", data }];
}

const toPaymentData = ({ id, amount, utr, paymentDate }: Payment) => ({
	id,
	amount: toDecimalText(amount),
	utr,
	paymentDate,
});

function reversedEvents(
	before: InvoiceDetails | null,
	after: InvoiceDetails,
): Announcement[] {
	const known = new Map(before?.payments.map((one) => [one.id, one]));
	return after.payments.flatMap(({ id, amount, reversal }) => {
		const isNew = reversal && !known.get(id)?.reversal;
		if (!isNew) return [];
		const { slug, version, due } = after;
		const invoice = { invoiceId: slug, version, due };
		return [reversedEvent({ invoice, paymentId: id, amount, reversal })];
	});
}

/** What the reversal of a payment announces. */
export const reversedEvent = ({
	invoice: { invoiceId, version, due },
	paymentId,
	amount,
	reversal: { at, by },
}: AnnouncedReversal): Announcement => ({
	detailType: "Payment Reversed",
	data: {
		invoiceId,
		version,
		due: toDecimalText(due),
		paymentId,
		amount: toDecimalText(amount),
		reversedAt: at,
		reversedBy: toWho(by),
	},
});

interface AnnouncedReversal {
	/** As it is after the reversal. */
	invoice: { invoiceId: string; version: number; due: Decimal };
	paymentId: string;
	amount: Decimal;
	reversal: Reversal;
}

function toData(invoice: InvoiceDetails) {
	const { state, amount, due, facts } = invoice;
	return {
		...toReference(invoice),
		state,
		amount: toDecimalText(amount),
		due: toDecimalText(due),
		invoiceDate: facts.invoiceDate,
		dueDate: facts.dueDate,
		createdAt: facts.createdAt,
		createdBy: facts.createdBy,
		updatedAt: facts.updatedAt ?? facts.createdAt,
		updatedBy: facts.updatedAt === null ? facts.createdBy : facts.updatedBy,
	};
}

const toReference = ({ slug, vendorId, facts, version }: InvoiceDetails) => ({
	invoiceId: slug,
	invoiceNumber: facts.invoiceNumber,
	vendorId,
	currency: facts.currency,
	version,
});
