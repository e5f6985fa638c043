import { it } from "vitest";
import { sweepPairs } from "./sweep-pairs.ts";

it.each([
	"three invoices are paid",
	"payments are moved to a page",
	"an invoice is voided",
])("no pair of faults breaks an invariant: %s", sweepPairs);
