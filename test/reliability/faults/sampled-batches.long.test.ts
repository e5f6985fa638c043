import { expect, it } from "vitest";
import { wholeBatchScenarios } from "../scenarios/scenarios.ts";
import {
	countSampled,
	kindsOfBatches,
	missingKinds,
	sweepSample,
} from "./sweep-sample.ts";

it.each(wholeBatchScenarios)(
	"no fault of any call breaks an invariant, sampled: $name",
	sweepSample,
);

it("the kinds of faults that only batches can have occur, and at least 600 faults are sampled", async () => {
	const missing = new Set(await missingKinds(wholeBatchScenarios));
	expect(kindsOfBatches.filter((name) => missing.has(name))).toEqual([]);
	const count = await countSampled(wholeBatchScenarios);
	expect(count).toBeGreaterThanOrEqual(600);
});
