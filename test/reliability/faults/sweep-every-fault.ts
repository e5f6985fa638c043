import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";
import { faultName } from "./planned-faults.ts";
import { planFaults, sweepFaults } from "./sweep-faults.ts";

/** A single fault, such as `RESET@3`; every one when absent. */
const { FAULT } = process.env;

export async function sweepEveryFault(scenario: Scenario) {
	const { faults } = await planFaults(scenario);
	const names = faults
		.map(faultName)
		.filter((name) => FAULT === undefined || name === FAULT);
	expect(names, "planned").not.toEqual([]);
	await sweepFaults(scenario, (fault) => names.includes(faultName(fault)));
	console.log(`${scenario.name}: ${names.length} faults, all hit`);
}
