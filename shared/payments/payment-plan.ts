import { type Invoice, isLockHeld, type Payment } from "../invoices/invoice.ts";
import type { Decimal } from "../money/decimal.ts";
import {
	type LeaveOut,
	type PaymentResult,
	toPaymentResult,
	type UnpaidReason,
} from "./payment-result.ts";
import type { RequestedPayment } from "./requested-payment.ts";

export interface PaymentPlan {
	/** One for each requested payment, in order, assuming that every posting is recorded. */
	results: PaymentResult[];
	/** One for each invoice to be paid. */
	postings: InvoicePosting[];
}

/** All payments of one plan to one invoice: one write, conditional on the version that was planned with. */
export interface InvoicePosting {
	slug: string;
	version: number;
	paymentPages: number;
	payments: Payment[];
	/** The index of each payment's result in the plan. */
	positions: number[];
}

/**
 * - `RECORDED`: its payments are in the invoice, each once.
 * - `CHANGED`: the invoice has changed since the plan; none of the payments is or will be recorded.
 * - `OVERLOADED`: the store stayed too busy; none of the payments was recorded.
 * - `TOO_LARGE`: the invoice has no room until its payments are archived; none of the payments was recorded.
 * - `UNKNOWN`: a write may still take effect.
 */
export type PostingOutcome =
	| "RECORDED"
	| "CHANGED"
	| "OVERLOADED"
	| "TOO_LARGE"
	| "UNKNOWN";

/**
 * Decides which payments to make, in request order. Earlier payments of the plan reduce the due that later ones see
 * (`payments.md`).
 *
 * @param leftOut The payments that a payment run leaves out, by their index (runs P2).
 */
export function planPayments(
	requests: readonly RequestedPayment[],
	invoices: ReadonlyMap<string, Invoice>,
	now: Date,
	leftOut: ReadonlyMap<number, LeaveOut> = new Map(),
): PaymentPlan {
	const due = new Map<string, Decimal>();
	const postings = new Map<string, InvoicePosting>();
	const results = requests.map(({ slug, payment }, position) => {
		const invoice = invoices.get(slug);
		if (!invoice) return toPaymentResult(slug, "NOT_FOUND");
		const remainingDue = due.get(slug) ?? invoice.due;
		const unpaidReason = findUnpaidReason(
			invoice,
			{
				remainingDue,
				amount: payment.amount,
				leaveOut: leftOut.get(position),
			},
			now,
		);
		if (unpaidReason) return toPaymentResult(slug, unpaidReason);

		due.set(slug, remainingDue.minus(payment.amount));
		const posting = postings.get(slug) ?? emptyPosting(invoice);
		posting.payments.push(payment);
		posting.positions.push(position);
		postings.set(slug, posting);
		return toPaymentResult(slug, null);
	});
	return { results, postings: [...postings.values()] };
}

interface JudgedPayment {
	remainingDue: Decimal;
	amount: Decimal;
	/** Why a payment run leaves it out; absent when it does not. */
	leaveOut?: LeaveOut | undefined;
}

/** The first check that fails, in the order of `payments.md`; null when the payment may be made. */
export function findUnpaidReason(
	invoice: Invoice,
	{ remainingDue, amount, leaveOut }: JudgedPayment,
	now: Date,
): UnpaidReason | null {
	if (isLockHeld(invoice.lock, now)) return "LOCK_HELD";
	if (invoice.state !== "APPROVED") return "INVALID_STATE";
	if (invoice.platformPaymentInFlight) return "PLATFORM_PAYMENT_IN_FLIGHT";
	if (leaveOut) return leaveOut;
	if (amount.gt(remainingDue)) return "AMOUNT_EXCEEDS";
	return null;
}

/**
 * The plan's results after its postings were written. A payment that was not recorded is `LOCK_HELD`: it may be sent
 * again.
 */
export function resultsAfter(
	{ results, postings }: PaymentPlan,
	outcomes: readonly PostingOutcome[],
): PaymentResult[] {
	const final = [...results];
	postings.forEach(({ slug, positions }, index) => {
		if (outcomes[index] === "RECORDED") return;
		for (const position of positions) {
			final[position] = toPaymentResult(slug, "LOCK_HELD");
		}
	});
	return final;
}

function emptyPosting({
	slug,
	version,
	paymentPages,
}: Invoice): InvoicePosting {
	return { slug, version, paymentPages, payments: [], positions: [] };
}
