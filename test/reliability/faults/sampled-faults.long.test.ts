import { expect, it } from "vitest";
import { scenarios, wholeBatchScenarios } from "../scenarios/scenarios.ts";
import {
	countSampled,
	kindsOfBatches,
	missingKinds,
	sweepSample,
} from "./sweep-sample.ts";

/** Without those of `sampled-batches.long.test.ts`, which another worker runs at the same time. */
const others = scenarios.filter(
	(scenario) => !wholeBatchScenarios.includes(scenario),
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

it("every kind of fault occurs, here or in batches, and at least 900 faults are sampled", async () => {
	expect(await missingKinds(others)).toEqual(kindsOfBatches);
	expect(await countSampled(others)).toBeGreaterThanOrEqual(900);
});
