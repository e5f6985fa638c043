import type { Payment } from "../invoices/invoice.ts";
import { toDecimalText } from "../money/decimal.ts";
import { type LeaveOut, leaveOuts } from "./payment-result.ts";
import type { RequestedPayment } from "./requested-payment.ts";

/** What the check of a payment run warns of (runs P3). */
export const paymentWarnings = [
	...leaveOuts,
	"DATE_IN_FUTURE",
	"DATE_LONG_AGO",
] as const;
export type PaymentWarning = (typeof paymentWarnings)[number];

/** The values by which the payments of an invoice differ. */
type Told = Pick<Payment, "amount" | "utr" | "paymentDate">;

/**
 * Finds the recorded payments of an invoice that a payment may be: those with its UTR; if it has none, those with its
 * amount and date.
 */
export function sameAs<Recorded extends Told>(
	recorded: readonly Recorded[],
): (payment: Told) => readonly Recorded[] {
	const byUtr = Map.groupBy(recorded, ({ utr }) => comparedUtr(utr));
	const byAmount = Map.groupBy(recorded, toAmountAndDate);
	return (payment) => {
		const utr = comparedUtr(payment.utr);
		const same =
			utr === "" ? byAmount.get(toAmountAndDate(payment)) : byUtr.get(utr);
		return same ?? [];
	};
}

const toAmountAndDate = ({ amount, paymentDate }: Told) =>
	`${toDecimalText(amount)} ${paymentDate}`;

/** The indexes of requests that repeat an earlier one: same invoice, amount, UTR and date. */
export function findRepeated(
	requests: readonly RequestedPayment[],
): ReadonlySet<number> {
	const seen = new Set<string>();
	const repeated = new Set<number>();
	requests.forEach(({ slug, payment }, index) => {
		const { amount, utr, paymentDate } = payment;
		const told = [slug, toDecimalText(amount), comparedUtr(utr), paymentDate];
		const identity = JSON.stringify(told);
		if (seen.has(identity)) repeated.add(index);
		seen.add(identity);
	});
	return repeated;
}

/** @param today `YYYY-MM-DD` */
export function findDateWarning(
	{ paymentDate }: Pick<Payment, "paymentDate">,
	today: string,
): PaymentWarning | null {
	if (paymentDate > today) return "DATE_IN_FUTURE";
	return paymentDate < yearBefore(today) ? "DATE_LONG_AGO" : null;
}

/** The same day a year ago. It is only for comparisons: for 29 February there is no such date. */
function yearBefore(today: string): string {
	const year = Number(today.slice(0, 4)) - 1;
	return `${year}`.padStart(4, "0") + today.slice(4);
}

/**
 * A UTR as it is compared: people copy it from bank statements, with other spaces and invisible characters. It is empty
 * when there is none.
 */
const comparedUtr = (utr: string | null): string =>
	(utr ?? "").replace(/[\p{Z}\p{Cc}\p{Cf}]/gu, "").toLowerCase();

/**
 * The requests that a payment run leaves out, by their index, each with the first reason in the order of P2.
 *
 * @param holds The indexes of the requests for which each warning holds.
 */
export function toLeftOut(
	leaveOut: readonly LeaveOut[],
	holds: Record<LeaveOut, ReadonlySet<number>>,
): Map<number, LeaveOut> {
	const leftOut = new Map<number, LeaveOut>();
	for (const warning of leaveOuts) {
		if (!leaveOut.includes(warning)) continue;
		for (const index of holds[warning])
			if (!leftOut.has(index)) leftOut.set(index, warning);
	}
	return leftOut;
}
