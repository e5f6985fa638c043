import type { RowResult } from "../file/results-file.ts";
import type { Outcome } from "../run/outcomes.ts";
import { count, describeSum, type Figure } from "./figures.ts";
import { describeProblems, toProblemCode } from "./problems.ts";

/** A payment of a run, with what became of it. */
export interface PaidRow {
	number: number;
	figure: Figure;
	/** How messages call the invoice. */
	invoice: string;
	outcome: Outcome;
}

/** Says what was paid, what was reversed since, and what was not paid, with the reasons. */
export function describeOutcomes(rows: readonly PaidRow[]): string[] {
	const done = rows.filter(({ outcome }) => outcome.status === "DONE");
	const reversed = done.filter(({ outcome }) => outcome.isReversed);
	const left = rows.filter(({ outcome }) => outcome.status !== "DONE");
	const figures = (own: readonly PaidRow[]) => own.map(({ figure }) => figure);
	return [
		done.length > 0
			? `Paid: ${count(done.length, "payment")}, ${describeSum(figures(done))}`
			: "Nothing was paid",
		...(reversed.length > 0
			? [
					`Of it, reversed since: ${count(reversed.length, "payment")}, ${describeSum(figures(reversed))}`,
				]
			: []),
		...(left.length > 0
			? [
					`Not paid: ${count(left.length, "payment")}, ${describeSum(figures(left))}`,
					...describeProblems(
						left.map(({ number, invoice, outcome }) => ({
							number,
							problems: [
								{ code: toProblemCode(outcome.reason ?? ""), message: invoice },
							],
						})),
					),
				]
			: []),
	];
}

const messages: Readonly<Record<string, string>> = {
	NOT_FOUND: "There is no such invoice",
	INVALID_STATE: "The invoice is not approved",
	PLATFORM_PAYMENT_IN_FLIGHT:
		"A payment of the invoice on the platform has not settled yet",
	AMOUNT_EXCEEDS: "The amount is more than is due",
	LOCK_HELD:
		"Another action on the invoice was in progress; --again tries it once more",
	ALREADY_RECORDED: "The payment was recorded before",
	REPEATED: "The same payment is in an earlier row",
	BATCH_STOPPED: "The run was stopped before this payment",
	PROCESSING_FAILED:
		"The service gave up; see the payments of the invoice before you pay it again",
};

/** The columns of the results that say what became of a payment. */
export function toRowResult({
	status,
	reason,
	paymentId,
	isReversed,
}: Outcome): RowResult {
	const result = {
		status,
		reason: reason ?? "",
		message: messages[reason ?? ""] ?? "",
		paymentId: paymentId ?? "",
	};
	return isReversed
		? { ...result, status: "REVERSED", message: "The payment was reversed" }
		: result;
}
