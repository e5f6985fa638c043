import { count, formatCount } from "../parts/money.tsx";
import type { CheckedRow } from "../runs/checked-row.ts";
import { useSession } from "../service/session.ts";
import { checkRows } from "./check-rows.ts";
import { leaveProblemsOut } from "./correct-rows.ts";
import { changedRows, isOutdated } from "./flow.ts";
import { goToStep } from "./steps.ts";

/** The ways to go on: check again, leave out the rows that have problems, or go on to the release. */
export function CheckActions({ rows }: { rows: readonly CheckedRow[] }) {
	const session = useSession();
	const bad = rows.filter(({ state }) => state === "PROBLEM").length;
	const payable = rows.filter(({ state }) => state === "PAY").length;
	const checkAgain = () => void checkRows(session);
	return (
		<div class="actions">
			<p class="action-text" role="status">
				{describe(bad, payable)}
			</p>
			{isOutdated.value ? (
				<button type="button" class="primary" onClick={checkAgain}>
					Check again
				</button>
			) : bad > 0 ? (
				<button
					type="button"
					class={payable > 0 ? "primary" : undefined}
					onClick={() => {
						leaveProblemsOut();
						checkAgain();
					}}
				>
					Leave {formatCount(bad)} out and check again
				</button>
			) : (
				<button
					type="button"
					class="primary"
					disabled={payable === 0}
					onClick={() => goToStep("release")}
				>
					Go on to the release
				</button>
			)}
		</div>
	);
}

function describe(bad: number, payable: number): string {
	if (changedRows.value > 0)
		return `${count(changedRows.value, "row was", "rows were")} changed since the check.`;
	if (isOutdated.value)
		return "What is to be paid was changed since the check.";
	if (bad > 0)
		return `${count(bad, "row")} cannot be paid. Correct ${bad === 1 ? "it" : "them"}, or go on without ${bad === 1 ? "it" : "them"}.`;
	return payable === 0 ? "Nothing can be paid." : "";
}
