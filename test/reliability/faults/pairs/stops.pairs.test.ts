import { it } from "vitest";
import { stopScenarios } from "../../scenarios/stops.ts";
import { isOneOfEach } from "./fault-pairs.ts";
import { sweepChosenPairs } from "./sweep-pairs.ts";

it.each(stopScenarios.flatMap(({ name, isRace }) => (isRace ? [] : [name])))(
	"no pair of faults, one of each outcome, breaks an invariant: %s",
	(name) => sweepChosenPairs(name, isOneOfEach),
);
