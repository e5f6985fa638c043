import { it } from "vitest";
import { stopScenarios } from "../../scenarios/stops.ts";
import { sweepPairs } from "./sweep-pairs.ts";

it.each(stopScenarios.flatMap(({ name, isRace }) => (isRace ? [] : [name])))(
	"no pair of faults breaks an invariant: %s",
	sweepPairs,
);
