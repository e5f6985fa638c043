import { it } from "vitest";
import { sweepPairs } from "./sweep-pairs.ts";

it.each([
	"a worker pays the last chunk",
	"a worker finds its payments in a page",
	"an operator runs dlq redrive",
])("no pair of faults breaks an invariant: %s", sweepPairs);
