import { it } from "vitest";
import { sweepPairs } from "./sweep-pairs.ts";

it.each([
	"a payment run is created",
	"a payment run is released",
	"a payment run is discarded",
	"the list of a discarded payment run is created again",
])("no pair of faults breaks an invariant: %s", sweepPairs);
