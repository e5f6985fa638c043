import { backOff } from "./retry-busy.ts";
import type { Table } from "./table.ts";

const roundsMax = 3;

/**
 * Makes an attempt at each unit, and again, a few times, at those of which it stayed unknown whether they took
 * effect: for units that take effect at most once however often they are attempted.
 *
 * @returns One outcome a unit, in their order.
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
		if (!(await backOff(table, round))) break;
		const later = await attempt(open);
		outcomes = outcomes.map((outcome) =>
			outcome === "UNKNOWN" ? toLaterOutcome(later.shift()) : outcome,
		);
	}
	return outcomes;
}

/** An attempt that was not carried out says nothing of the one before, which may still be on its way. */
function toLaterOutcome<Outcome extends string>(outcome: Outcome | undefined) {
	return outcome === undefined || notCarriedOut.has(outcome)
		? "UNKNOWN"
		: outcome;
}

const notCarriedOut = new Set(["OVERLOADED", "TOO_LARGE"]);
