import { expect, it } from "vitest";
import {
	runAndStopScenarios,
	scenarios,
	wholeBatchScenarios,
} from "../scenarios/scenarios.ts";
import { countSampled, missingKinds, sweepSample } from "./sweep-sample.ts";

/** Those of batches, and those of stops and payment runs, are in two other files, so that three workers share them. */
const others = scenarios.filter(
	(scenario) =>
		!wholeBatchScenarios.includes(scenario) &&
		!runAndStopScenarios.includes(scenario),
);

it("there are at least 60 scenarios, each with a name of its own", () => {
	const names = new Set(scenarios.map(({ name }) => name));
	expect(names.size).toBe(scenarios.length);
	expect(names.size).toBeGreaterThanOrEqual(60);
});

it.each(others)(
	"no fault of any call breaks an invariant, sampled: $name",
	sweepSample,
);

it("every kind of fault occurs in a scenario, and at least 1,500 faults are sampled", async () => {
	expect(await missingKinds(scenarios)).toEqual([]);
	expect(await countSampled(scenarios)).toBeGreaterThanOrEqual(1_500);
});
