import { problemTitles, warningTitles } from "../pay/rows.ts";
import type { CheckedRow } from "./checked-row.ts";
import { fateOf, type Outcome, outcomeTexts } from "./outcomes.ts";
import type { PrintedGroup } from "./printed-payments.tsx";
import { isReversed } from "./reversals.ts";

/** Groups payments by what became of them. */
export function groupOutcomes(outcomes: readonly Outcome[]): PrintedGroup[] {
	const rows = outcomes.map((outcome) => ({
		...outcome,
		fate: fateOf(outcome),
		verdict:
			outcome.status === "DONE"
				? isReversed(outcome.paymentId)
					? "Reversed"
					: "Paid"
				: (outcomeTexts[outcome.reason ?? ""] ?? outcome.reason ?? ""),
	}));
	return [
		{ title: "Paid", rows: rows.filter(({ fate }) => fate === "PAID") },
		{ title: "Not paid", rows: rows.filter(({ fate }) => fate === "NOT_PAID") },
		{ title: "Left out", rows: rows.filter(({ fate }) => fate === "LEFT_OUT") },
	];
}

/** Groups payments by what the check says about them. */
export function groupChecked(checked: readonly CheckedRow[]): PrintedGroup[] {
	const ofState = (title: string, state: CheckedRow["state"]) => ({
		title,
		rows: checked
			.filter((row) => row.state === state)
			.map((row) => ({ ...row, verdict: toVerdict(row), paymentId: null })),
	});
	return [
		ofState("Can be paid", "PAY"),
		ofState("Cannot be paid", "PROBLEM"),
		ofState("Left out", "LEFT_OUT"),
	];
}

function toVerdict({ state, problems, reason, warnings }: CheckedRow): string {
	if (state === "PROBLEM")
		return problems.map(({ message }) => message).join("; ");
	const codes = reason === null ? warnings : [reason];
	const titles = codes.map(
		(code) => problemTitles[code] ?? warningTitles[code] ?? code,
	);
	return titles.join(", ") || (state === "PAY" ? "Can be paid" : "Not paid");
}
