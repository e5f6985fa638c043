import { it } from "vitest";
import { isOneOfEach } from "./fault-pairs.ts";
import { sweepChosenPairs } from "./sweep-pairs.ts";

it.each([
	"a payment run is created",
	"a payment run is released",
	"a payment run is discarded",
	"the list of a discarded payment run is created again",
])("no pair of faults, one of each outcome, breaks an invariant: %s", (name) =>
	sweepChosenPairs(name, isOneOfEach),
);
