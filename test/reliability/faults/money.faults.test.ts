import { it } from "vitest";
import { moneyScenarios } from "../scenarios/scenarios.ts";
import { sweepEveryFault } from "./sweep-every-fault.ts";

it.each(moneyScenarios)(
	"no fault of any call breaks an invariant: $name",
	sweepEveryFault,
);
