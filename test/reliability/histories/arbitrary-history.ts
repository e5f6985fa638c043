import fc from "fast-check";
import { faultKinds } from "../faults/fault-kinds.ts";
import { arbitraryAction } from "./arbitrary-action.ts";
import { type History, landsLate, type Round, type Step } from "./step.ts";

const names = [...faultKinds.map(({ name }) => name), landsLate, landsLate];
/** Names of the faults that can happen to every call. */
const universalNames = faultKinds
	.filter(({ operations }) => operations === undefined)
	.map(({ name }) => name);

const fault = fc.record({
	name: fc.oneof(fc.constantFrom(...universalNames), fc.constantFrom(...names)),
	call: fc.integer({ min: 1, max: 7 }),
	isLasting: fc.constantFrom(false, false, false, true),
});

const step: fc.Arbitrary<Step> = fc.record({
	action: arbitraryAction,
	fault: fc.option(fault, { freq: 2 }),
	delays: fc.array(fc.nat(4), { maxLength: 4 }),
});

const round: fc.Arbitrary<Round> = fc.record({
	seconds: fc.constantFrom(0, 0, 0, 1, 61, 121, 181, 1_801),
	steps: fc.oneof(
		fc.array(step, { minLength: 1, maxLength: 1 }),
		fc.array(step, { minLength: 2, maxLength: 4 }),
	),
});

export const arbitraryHistory: fc.Arbitrary<History> = fc.array(round, {
	minLength: 1,
	maxLength: 16,
	size: "max",
});
