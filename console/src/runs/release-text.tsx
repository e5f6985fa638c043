import { count, formatSums, sumByCurrency } from "../parts/money.tsx";
import { groupBy } from "./check-summary.tsx";
import type { CheckedRow } from "./checked-row.ts";

/** Says in one sentence what a release will do. */
export function describeRelease(rows: readonly CheckedRow[]): string {
	const paid = rows.filter(({ state }) => state === "PAY");
	const vendors = groupBy(paid, ({ vendor }) => vendor).size;
	return `Record ${count(paid.length, "payment")} to ${count(vendors, "vendor")}, ${formatSums(sumByCurrency(paid))} in all.`;
}

export function CheckSentence({ rows }: { rows: readonly CheckedRow[] }) {
	const leftOut = rows.filter(({ state }) => state === "LEFT_OUT").length;
	const bad = rows.filter(({ state }) => state === "PROBLEM").length;
	return (
		<>
			<p class="sentence">
				{describeRelease(rows)} <span>No money moves between banks.</span>
			</p>
			{leftOut > 0 && (
				<p class="quiet">
					{count(leftOut, "row is", "rows are")} left out, because{" "}
					{leftOut === 1 ? "it was" : "they were"} paid before or{" "}
					{leftOut === 1 ? "repeats" : "repeat"} an earlier one.
				</p>
			)}
			{bad > 0 && (
				<p class="quiet">
					{count(bad, "payment")} cannot be made as things stand. Each payment
					is decided when its turn comes, and the results say what became of it.
				</p>
			)}
		</>
	);
}
