import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";
import { expectLikeUntouched } from "./expect-like-untouched.ts";
import type { PlannedFault } from "./faulty-process.ts";
import { allFaults, type FaultOfCall, faultName } from "./planned-faults.ts";
import { runScenario, type ScenarioRun } from "./run-scenario.ts";
import { runUntilHit } from "./run-until-hit.ts";

interface Plan {
	/** The run without a fault. */
	untouched: ScenarioRun;
	faults: readonly FaultOfCall[];
}

const plans = new Map<Scenario, Promise<Plan>>();

/** Runs a scenario once without a fault, and plans all that can happen to its calls. */
export function planFaults(scenario: Scenario): Promise<Plan> {
	const planned = plans.get(scenario) ?? makePlan(scenario);
	plans.set(scenario, planned);
	return planned;
}

/** Where requests compete, a run may make calls that most runs do not make: the shortest of three runs counts. */
async function makePlan(scenario: Scenario): Promise<Plan> {
	let untouched = await runScenario(scenario);
	for (let count = 1; scenario.isRace && count < 3; count++) {
		const run = await runScenario(scenario);
		if (run.calls.length < untouched.calls.length) untouched = run;
	}
	return { untouched, faults: allFaults(untouched.calls) };
}

/**
 * Runs a scenario once with each chosen fault. Every run must keep the invariants, and end as the run without a fault.
 *
 * @throws An error that names the first fault with which that does not hold, and the command that runs it again.
 */
export async function sweepFaults(
	scenario: Scenario,
	isChosen: (fault: PlannedFault) => boolean,
) {
	const { untouched, faults } = await planFaults(scenario);
	expect(faults).not.toEqual([]);
	for (const fault of faults.filter(isChosen))
		try {
			const run = await runUntilHit(scenario, { act: [fault] });
			expectLikeUntouched(scenario, run, untouched);
		} catch (cause) {
			const name = faultName(fault);
			throw new Error(
				`With the fault ${name}. Once more: FAULT='${name}' npm run test:faults -- -t '${scenario.name}'`,
				{ cause },
			);
		}
}
