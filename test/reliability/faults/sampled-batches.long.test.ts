import { it } from "vitest";
import { wholeBatchScenarios } from "../scenarios/scenarios.ts";
import { sweepSample } from "./sweep-sample.ts";

it.each(wholeBatchScenarios)(
	"no fault of any call breaks an invariant, sampled: $name",
	sweepSample,
);
