import { it } from "vitest";
import { runAndStopScenarios } from "../scenarios/scenarios.ts";
import { sweepSample } from "./sweep-sample.ts";

it.each(runAndStopScenarios)(
	"no fault of any call breaks an invariant, sampled: $name",
	sweepSample,
);
