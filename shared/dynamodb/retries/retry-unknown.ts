import type { Table } from "../table.ts";
import { pauseBeforeRetry } from "./retry-busy.ts";
import { settleUnknown } from "./settle-unknown.ts";

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
		if (!outcomes.includes("UNKNOWN")) break;
		if (!(await pauseBeforeRetry(table, round))) break;
		outcomes = await settleUnknown(units, outcomes, async (unknown) =>
			(await attempt(unknown)).map(toLaterOutcome),
		);
	}
	return outcomes;
}

/** A retry without effect does not mean that the first attempt failed: that one may still take effect. */
const toLaterOutcome = <Outcome extends string>(outcome: Outcome) =>
	withoutEffect.has(outcome) ? "UNKNOWN" : outcome;

const withoutEffect = new Set(["OVERLOADED", "TOO_LARGE"]);
