import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";
import type { ScenarioRun } from "./run-scenario.ts";
import { isRead } from "./seen-call.ts";

/**
 * Compares a run with faults with the run without one: who only reads is told the same or that it failed; who is told the
 * same has the same in the records, before anything is repeated; and in the end the records are the same.
 */
export function expectLikeUntouched(
	{ isRepeatable, isRace }: Scenario,
	run: ScenarioRun,
	untouched: ScenarioRun,
) {
	const { told } = run;
	const expected = untouched.told?.parts ?? [];
	if (told && untouched.calls.every(isRead))
		expect(
			told.parts.map((part, index) =>
				part.isFailure ? expected[index] : part,
			),
		).toEqual(expected);
	const isToldSame = JSON.stringify(told?.parts) === JSON.stringify(expected);
	if (isToldSame && !told?.mayLeaveWork)
		expect(run.afterAct).toEqual(untouched.afterAct);
	if (isRace) return;
	if (isRepeatable === false)
		expect(run.summary).toBeOneOf([untouched.before, untouched.summary]);
	else expect(run.summary).toEqual(untouched.summary);
}
