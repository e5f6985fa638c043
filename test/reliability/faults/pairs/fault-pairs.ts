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
 * One kind for each outcome of a call, not for each way in which it fails: that the other ways end as these do is what the
 * sweep of single faults shows. Of a read there is one: it has no effect, so that it makes no difference whether its
 * process ends there or at its next write.
 */
const oneOfEachOutcome = [
	"REFUSED", // no effect; the SDK tries again
	"CONFLICT", // no effect; the code decides
	"STATEMENTS_CONFLICT_SOME",
	"ITEMS_LEFT_SOME",
	"MESSAGES_REFUSED_SOME",
	"ANSWER_LOST",
	"STATEMENTS_FAIL_AFTER_SOME",
	"TORN",
	"DIES_BEFORE",
	"DIES_AFTER",
];

/** The faults that pairs are made of. No lasting ones: they leave no later call without a fault. */
export const pairedFaults = (calls: readonly SeenCall[]): FaultOfCall[] =>
	allFaults(calls).filter(({ isLasting, kind, position }) => {
		const call = calls[position];
		const isRepeated = call && isRead(call) && (kind.hasEffect || kind.isDeath);
		return !isLasting && !isRepeated && oneOfEachOutcome.includes(kind.name);
	});

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
