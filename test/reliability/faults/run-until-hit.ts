import type { Scenario } from "../scenario.ts";
import { faultName } from "./planned-faults.ts";
import {
	runScenario,
	type ScenarioFaults,
	type ScenarioRun,
} from "./run-scenario.ts";

/** Where requests compete, the number of calls varies from run to run. */
const defaultRunsMax = 60;

/**
 * Runs a scenario until each fault hits a call.
 *
 * @throws When one never does: the fault would be counted as one that breaks nothing.
 */
export async function runUntilHit(
	scenario: Scenario,
	faults: ScenarioFaults,
	runsMax = defaultRunsMax,
): Promise<ScenarioRun> {
	let missed: string[] = [];
	for (let count = 0; count < runsMax; count++) {
		const run = await runScenario(scenario, faults);
		if (run.missed.length === 0) return run;
		missed = run.missed.map(faultName);
	}
	throw new Error(`No call had ${missed.join(" and ")} in ${runsMax} runs`);
}
