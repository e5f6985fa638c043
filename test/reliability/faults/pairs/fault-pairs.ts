import { allFaults, type FaultOfCall, faultName } from "../planned-faults.ts";
import type { ScenarioFaults, ScenarioRun } from "../run-scenario.ts";
import { isRead, type SeenCall } from "../seen-call.ts";

/** Two faults of one run: the second one hits a later call, of the same process or of what its user does next. */
export interface FaultPair {
	first: FaultOfCall;
	second: FaultOfCall;
	/** The second fault hits what the user does after `act`. */
	isAgain: boolean;
}

/**
 * The faults that pairs are made of. No lasting ones: they leave no later call without a fault. Of a read, none that
 * repeats another fault: a read has no effect, so that it makes no difference whether a fault comes before or after it,
 * nor whether a process ends at a read, at its next write or after its last one.
 */
export const pairedFaults = (calls: readonly SeenCall[]): FaultOfCall[] =>
	allFaults(calls).filter(({ isLasting, kind, position }) => {
		const call = calls[position];
		const isRepeated = call && isRead(call) && (kind.hasEffect || kind.isDeath);
		return !isLasting && !isRepeated;
	});

/** One kind for each thing that the code can know of a call, and that can be true of it. */
const oneOfEach = [
	"REFUSED", // no effect; the SDK tries again
	"CONFLICT", // no effect; the code decides
	"ANSWER_LOST",
	"TORN",
	"DIES_BEFORE",
	"DIES_AFTER",
];

/**
 * Selects one fault for each outcome of a call instead of each way in which it fails: for a path with so many calls that
 * all its pairs take hours. That the ways have the same outcome is what the sweep of single faults shows
 * (`money.faults.test.ts`).
 */
export const isOneOfEach = ({ kind }: FaultOfCall) =>
	oneOfEach.includes(kind.name);

/** All pairs that begin with a fault, given the calls of a run with this fault alone. */
export function pairsOf(
	first: FaultOfCall,
	{ calls, callsAgain }: ScenarioRun,
): FaultPair[] {
	const later = pairedFaults(calls).filter(
		(fault) =>
			fault.position > first.position &&
			// Where workers compete, the same call may be at a later position than before.
			faultName(fault) !== faultName(first),
	);
	return [
		// No call of a dead process has an effect.
		...(first.kind.isDeath ? [] : later.map(toPair(first, false))),
		...pairedFaults(callsAgain).map(toPair(first, true)),
	];
}

const toPair =
	(first: FaultOfCall, isAgain: boolean) =>
	(second: FaultOfCall): FaultPair => ({ first, second, isAgain });

export const faultsOf = ({
	first,
	second,
	isAgain,
}: FaultPair): ScenarioFaults =>
	isAgain ? { act: [first], again: [second] } : { act: [first, second] };

/** `RESET@3 THROTTLED@5` is two calls of one process, `RESET@3 then THROTTLED@1` a call and the first one of the retry. */
export const pairName = ({ first, second, isAgain }: FaultPair) =>
	`${faultName(first)} ${isAgain ? "then " : ""}${faultName(second)}`;
