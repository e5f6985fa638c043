import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";
import type { ScenarioRun } from "./run-scenario.ts";
import { isRead } from "./seen-call.ts";

/**
 * Compares a run with faults with the run without one: a run that only reads reports the same or a failure; one that
 * reports the same has the same in the records, before anything is repeated; and in the end the records are the same.
 */
export function expectLikeUntouched(
	{ isRepeatable, isRace }: Scenario,
	run: ScenarioRun,
	untouched: ScenarioRun,
) {
	const { reported } = run;
	const expected = untouched.reported?.parts ?? [];
	if (reported && untouched.calls.every(isRead))
		expect(
			reported.parts.map((part, index) =>
				part.isFailure ? expected[index] : part,
			),
		).toEqual(expected);
	const isReportedSame =
		JSON.stringify(reported?.parts) === JSON.stringify(expected);
	if (isReportedSame && !reported?.mayLeaveWork)
		expect(run.afterAct).toEqual(untouched.afterAct);
	if (isRace) return;
	if (isRepeatable === false)
		expect(run.summary).toBeOneOf([untouched.before, untouched.summary]);
	else expect(run.summary).toEqual(untouched.summary);
}
