import type { Table } from "../table.ts";
import { pauseBeforeRetry } from "./retry-busy.ts";

const roundsMax = 3;

/**
 * Attempts all units, and repeats those of unknown outcome a few times. For units that take effect at most once,
 * however often they are attempted.
 *
 * @returns One outcome for each unit, in order.
 */
export async function retryUnknown<Unit, Outcome extends string>(
	table: Table,
	units: readonly Unit[],
	attempt: (units: readonly Unit[]) => Promise<(Outcome | "UNKNOWN")[]>,
): Promise<(Outcome | "UNKNOWN")[]> {
	let outcomes = await attempt(units);
	for (let round = 1; round < roundsMax; round++) {
		const open = units.filter((_, index) => outcomes[index] === "UNKNOWN");
		if (open.length === 0) break;
		if (!(await pauseBeforeRetry(table, round))) break;
		const later = await attempt(open);
		outcomes = outcomes.map((outcome) =>
			outcome === "UNKNOWN" ? toLaterOutcome(later.shift()) : outcome,
		);
	}
	return outcomes;
}

/** A retry without effect does not mean that the first attempt failed: that one may still take effect. */
function toLaterOutcome<Outcome extends string>(outcome: Outcome | undefined) {
	return outcome === undefined || withoutEffect.has(outcome)
		? "UNKNOWN"
		: outcome;
}

const withoutEffect = new Set(["OVERLOADED", "TOO_LARGE"]);
