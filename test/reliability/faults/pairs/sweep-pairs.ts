import { expect } from "vitest";
import { scenarios } from "../../scenarios/scenarios.ts";
import { expectLikeUntouched } from "../expect-like-untouched.ts";
import { faultName } from "../planned-faults.ts";
import { runScenario } from "../run-scenario.ts";
import { runUntilHit } from "../run-until-hit.ts";
import { faultsOf, pairedFaults, pairName, pairsOf } from "./fault-pairs.ts";

/** A single pair, such as `RESET@3 then THROTTLED@1`; every one when absent. */
const { PAIR } = process.env;

/**
 * Runs a scenario once with each pair of faults. Every run must keep the invariants, and end as the run without a
 * fault.
 *
 * @throws An error that names the first pair with which that does not hold, and the command that runs it again.
 */
export async function sweepPairs(name: string) {
	const scenario = scenarios.find((known) => known.name === name);
	if (!scenario) throw new Error(`There is no scenario "${name}"`);
	const untouched = await runScenario(scenario);
	let count = 0;
	for (const first of pairedFaults(untouched.calls)) {
		if (PAIR && !PAIR.startsWith(`${faultName(first)} `)) continue;
		const alone = await runUntilHit(scenario, { act: [first] });
		for (const pair of pairsOf(first, alone)) {
			const title = pairName(pair);
			if (PAIR && PAIR !== title) continue;
			try {
				const run = await runUntilHit(scenario, faultsOf(pair));
				expectLikeUntouched(scenario, run, untouched);
			} catch (cause) {
				throw new Error(
					`With the faults ${title}. Once more: PAIR='${title}' npm run test:pairs -- -t '${name}'`,
					{ cause },
				);
			}
			count += 1;
		}
	}
	expect(count).toBeGreaterThan(0);
	console.log(`${name}: ${count} pairs`);
}
