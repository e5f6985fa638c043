import { it } from "vitest";
import { sweepPairs } from "./sweep-pairs.ts";

it.each([
	"the sweeper sends chunks again",
	"the sweeper gives up the last chunk",
	"the sweeper aborts a batch that was never committed",
])("no pair of faults breaks an invariant: %s", sweepPairs);
