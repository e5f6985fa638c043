import { propertySeed } from "../../support/property-seed.ts";
import type { Scenario } from "../scenario.ts";
import { moneyScenarios } from "../scenarios/scenarios.ts";
import type { FaultKind } from "./fault-kind.ts";
import { faultKinds } from "./fault-kinds.ts";
import { sampled } from "./planned-faults.ts";
import { planFaults, sweepFaults } from "./sweep-faults.ts";

const oneInOfMoney = 7;
const oneInOfOthers = 35;

const isSampled = (scenario: Scenario) =>
	sampled(scenario.name, {
		seed: propertySeed,
		oneIn: moneyScenarios.includes(scenario) ? oneInOfMoney : oneInOfOthers,
	});

/** One fault in so many: `npm run test:faults` has all. */
export const sweepSample = (scenario: Scenario) =>
	sweepFaults(scenario, isSampled(scenario));

/** The faults that `sweepSample` tries in these scenarios. */
export async function countSampled(
	scenarios: readonly Scenario[],
): Promise<number> {
	let count = 0;
	for (const scenario of scenarios) {
		const { faults } = await planFaults(scenario);
		count += faults.filter(isSampled(scenario)).length;
	}
	return count;
}

/** Names of the kinds of faults that no call of these scenarios can have. */
export async function missingKinds(
	scenarios: readonly Scenario[],
): Promise<string[]> {
	const occurring = new Set<FaultKind>();
	for (const scenario of scenarios) {
		const { faults } = await planFaults(scenario);
		for (const { kind } of faults) occurring.add(kind);
	}
	return faultKinds
		.filter((kind) => !occurring.has(kind))
		.map(({ name }) => name);
}
