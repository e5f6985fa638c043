import { it } from "vitest";
import { sweepPairs } from "./sweep-pairs.ts";

it.each([
	"a batch is accepted",
	"an advance with approvers takes an order",
	"an advance is cancelled",
])("no pair of faults breaks an invariant: %s", sweepPairs);
