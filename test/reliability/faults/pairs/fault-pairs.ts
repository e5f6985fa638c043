import type { PlannedFault } from "../faulty-process.ts";
import { allFaults, faultName } from "../planned-faults.ts";
import type { ScenarioFaults, ScenarioRun } from "../run-scenario.ts";

/** Two faults of one run: the second one hits a later call, of the same process or of what its user does next. */
export interface FaultPair {
	first: PlannedFault;
	second: PlannedFault;
	/** The second fault hits what the user does after `act`. */
	isAgain: boolean;
}

/** The first faults of all pairs. A lasting fault leaves no call without it. */
export const firstFaults = (operations: readonly string[]): PlannedFault[] =>
	allFaults(operations).filter(({ isLasting }) => !isLasting);

/** All pairs that begin with a fault, given the calls of a run with this fault alone. */
export function pairsOf(
	first: PlannedFault,
	{ operations, operationsAgain }: ScenarioRun,
): FaultPair[] {
	const later = firstFaults(operations).filter(({ call }) => call > first.call);
	return [
		// Of a dead process, no call has an effect.
		...(first.kind.isDeath ? [] : later.map(toPair(first, false))),
		...firstFaults(operationsAgain).map(toPair(first, true)),
	];
}

const toPair =
	(first: PlannedFault, isAgain: boolean) =>
	(second: PlannedFault): FaultPair => ({ first, second, isAgain });

export const faultsOf = ({
	first,
	second,
	isAgain,
}: FaultPair): ScenarioFaults =>
	isAgain ? { act: [first], again: [second] } : { act: [first, second] };

/** `RESET@3 THROTTLED@5` is two calls of one process, `RESET@3 then THROTTLED@1` a call and the first one of the retry. */
export const pairName = ({ first, second, isAgain }: FaultPair) =>
	`${faultName(first)} ${isAgain ? "then " : ""}${faultName(second)}`;
