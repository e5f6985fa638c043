import { expect, it } from "vitest";
import { propertySeed } from "../../support/property-seed.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { sampled } from "./planned-faults.ts";
import { sweepFaults } from "./sweep-faults.ts";

/** `npm run test:faults` runs all of them. */
const oneIn = 5;

it("there are at least 60 scenarios, each with a name of its own", () => {
	const names = new Set(scenarios.map(({ name }) => name));
	expect(names.size).toBe(scenarios.length);
	expect(names.size).toBeGreaterThanOrEqual(60);
});

it.each(scenarios)(
	"no fault of any call breaks an invariant, one in five: $name",
	(scenario) =>
		sweepFaults(
			scenario,
			sampled(scenario.name, { seed: propertySeed, oneIn }),
		),
);
