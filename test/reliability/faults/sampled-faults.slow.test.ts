import { expect, it } from "vitest";
import { propertySeed } from "../../support/property-seed.ts";
import type { Scenario } from "../scenario.ts";
import { moneyScenarios, scenarios } from "../scenarios/scenarios.ts";
import type { FaultKind } from "./fault-kind.ts";
import { faultKinds } from "./fault-kinds.ts";
import { sampled } from "./planned-faults.ts";
import { planFaults, sweepFaults } from "./sweep-faults.ts";

/** `npm run test:faults` runs all of them. */
const oneInOfMoney = 7;
const oneInOfOthers = 35;

it("there are at least 60 scenarios, each with a name of its own", () => {
	const names = new Set(scenarios.map(({ name }) => name));
	expect(names.size).toBe(scenarios.length);
	expect(names.size).toBeGreaterThanOrEqual(60);
});

const isSampled = (scenario: Scenario) =>
	sampled(scenario.name, {
		seed: propertySeed,
		oneIn: moneyScenarios.includes(scenario) ? oneInOfMoney : oneInOfOthers,
	});

it.each(scenarios)(
	"no fault of any call breaks an invariant, sampled: $name",
	(scenario) => sweepFaults(scenario, isSampled(scenario)),
);

it("every kind of fault occurs, and at least 1,500 faults are sampled", async () => {
	const occurring = new Set<FaultKind>();
	let count = 0;
	for (const scenario of scenarios) {
		const { faults } = await planFaults(scenario);
		for (const { kind } of faults) occurring.add(kind);
		count += faults.filter(isSampled(scenario)).length;
	}
	expect(occurring).toEqual(new Set(faultKinds));
	expect(count).toBeGreaterThanOrEqual(1_500);
});
