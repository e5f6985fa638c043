import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";
import type { PlannedFault } from "./faulty-process.ts";
import { allFaults, faultName } from "./planned-faults.ts";
import { runScenario } from "./run-scenario.ts";

/**
 * Runs a scenario without a fault, then once with each chosen fault. Every run must keep the invariants, and end as the
 * run without a fault.
 *
 * @throws An error that names the first fault with which that does not hold, and the command that runs it again.
 */
export async function sweepFaults(
	scenario: Scenario,
	isChosen: (fault: PlannedFault) => boolean,
) {
	const untouched = await runScenario(scenario);
	expect(untouched.operations).not.toEqual([]);
	for (const fault of allFaults(untouched.operations).filter(isChosen))
		try {
			const { summary } = await runScenario(scenario, fault);
			if (scenario.isRepeatable !== false)
				expect(summary).toEqual(untouched.summary);
		} catch (cause) {
			const name = faultName(fault);
			throw new Error(
				`With the fault ${name}. Once more: FAULT='${name}' npm run test:faults -- -t '${scenario.name}'`,
				{ cause },
			);
		}
}
