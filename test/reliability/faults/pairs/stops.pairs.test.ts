import { it } from "vitest";
import { sweepPairs } from "./sweep-pairs.ts";

it.each([
	"a batch is stopped before anything of it is decided",
	"a batch is stopped while a chunk of it is decided",
	"workers end the chunks of a stopped batch",
	"the sweeper ends what a stop has left",
])("no pair of faults breaks an invariant: %s", sweepPairs);
