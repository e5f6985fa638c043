import { it } from "vitest";
import { otherScenarios } from "../scenarios/scenarios.ts";
import { sweepEveryFault } from "./sweep-every-fault.ts";

it.each(otherScenarios)(
	"no fault of any call breaks an invariant: $name",
	sweepEveryFault,
);
