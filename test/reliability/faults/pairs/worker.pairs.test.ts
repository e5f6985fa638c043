import { it } from "vitest";
import { sweepPairs } from "./sweep-pairs.ts";

it.each(["a worker pays the last chunk"])(
	"no pair of faults breaks an invariant: %s",
	sweepPairs,
);
