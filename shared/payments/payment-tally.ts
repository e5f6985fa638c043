import { tally } from "../collections/tally.ts";
import { type Decimal, sum, toDecimal } from "../money/decimal.ts";
import type { PaymentResult } from "./payment-result.ts";

/** The outcomes of the payments of a request or a chunk. */
export interface PaymentTally {
	/** The keys are reasons, and `DONE` for recorded payments. */
	counts: Record<string, number>;
	/** The sum of the recorded payments, of all currencies. */
	amount: Decimal;
}

/** @param resources In the order of the results. */
export function tallyPayments(
	results: readonly PaymentResult[],
	resources: readonly { amount: number }[],
): PaymentTally {
	const recorded = resources.filter(
		(_, index) => results[index]?.status === "DONE",
	);
	return {
		counts: tally(results, ({ status, reason }) => reason ?? status),
		amount: sum(recorded.map(({ amount }) => toDecimal(amount))),
	};
}

export const isPaidInFull = ({ counts }: PaymentTally): boolean =>
	Object.keys(counts).every((outcome) => outcome === "DONE");
