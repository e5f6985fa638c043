import { type Invoice, isLockHeld, type Payment } from "../invoices/invoice.ts";
import type { Money } from "../money.ts";
import {
	type PaymentResult,
	toPaymentResult,
	type UnpaidReason,
} from "./payment-result.ts";
import type { RequestedPayment } from "./requested-payment.ts";

export interface PaymentPlan {
	/** One a request, in their order, as they are once every posting is recorded. */
	results: PaymentResult[];
	/** One an invoice that is to be paid. */
	postings: InvoicePosting[];
}

/** All payments of one plan to one invoice: one write, which takes effect only under the version planned with. */
export interface InvoicePosting {
	slug: string;
	version: number;
	paymentPages: number;
	payments: Payment[];
	/** Where each payment's result stands in the plan. */
	positions: number[];
}

/**
 * - `RECORDED`: its payments stand in the invoice, each once.
 * - `CHANGED`: the invoice was changed after the plan; none of them is, or ever will be, recorded.
 * - `OVERLOADED`: the store was too busy to the last; none of them was recorded.
 * - `TOO_LARGE`: the invoice has no room until earlier payments are archived; none of them was recorded.
 * - `UNKNOWN`: a write of ours may still land.
 */
export type PostingOutcome =
	| "RECORDED"
	| "CHANGED"
	| "OVERLOADED"
	| "TOO_LARGE"
	| "UNKNOWN";

/**
 * Decides which requests to pay, in request order: each sees what the earlier ones leave of its invoice's due
 * (`decisions.md`, "The same slug twice").
 */
export function planPayments(
	requests: readonly RequestedPayment[],
	invoices: ReadonlyMap<string, Invoice>,
	now: Date,
): PaymentPlan {
	const due = new Map<string, Money>();
	const postings = new Map<string, InvoicePosting>();
	const results = requests.map(({ slug, payment }, position) => {
		const invoice = invoices.get(slug);
		if (!invoice) return toPaymentResult(slug, "NOT_FOUND");
		const remainingDue = due.get(slug) ?? invoice.due;
		const unpaidReason = findUnpaidReason(
			invoice,
			remainingDue,
			payment.amount,
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

/** The first check that fails, in the order of `decisions.md`; null: the payment may be made. */
export function findUnpaidReason(
	invoice: Invoice,
	remainingDue: Money,
	amount: Money,
	now: Date,
): UnpaidReason | null {
	if (isLockHeld(invoice.lock, now)) return "LOCK_HELD";
	if (invoice.state !== "APPROVED") return "INVALID_STATE";
	if (invoice.platformPaymentInFlight) return "PLATFORM_PAYMENT_IN_FLIGHT";
	if (amount.gt(remainingDue)) return "AMOUNT_EXCEEDS";
	return null;
}

/** A plan's results once it is known what became of its postings: what was not recorded may be sent again. */
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
