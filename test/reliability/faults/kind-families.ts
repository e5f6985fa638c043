import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import { leaveTorn } from "../../support/aws-gateway/faults/leave-torn.ts";
import type { FaultKind } from "./fault-kind.ts";

const isOdd = (index: number) => index % 2 === 1;
const isEven = (index: number) => index % 2 === 0;
type Partial = Pick<FaultKind, "name" | "hasEffect"> & {
	operation: string;
	toEffect: (chosen: (index: number) => boolean) => Effect;
};

/** A fault of all elements of a call, and of every second one: the only element of a call is never one of these. */
export const partial = ({
	name,
	operation,
	toEffect,
	...rest
}: Partial): FaultKind[] => [
	{ ...rest, name, operations: [operation], effect: toEffect(() => true) },
	{
		...rest,
		name: `${name}_SOME`,
		operations: [operation],
		sizeMin: 2,
		effect: toEffect(isOdd),
	},
];

/**
 * The answer to a transaction is lost, or its process dies, and the next reads see a part of its items as before it. One
 * kind, and `_OTHERS` for the other part.
 */
export const torn = (name: string, isDeath?: true): FaultKind[] =>
	[isOdd, isEven].map((isHidden, index) => ({
		name: index === 0 ? name : `${name}_OTHERS`,
		...(isDeath && { isDeath }),
		hasEffect: true,
		operations: ["TransactWriteItems", "ExecuteTransaction"],
		sizeMin: 2,
		changes: ({ isRefused }) => isRefused === false,
		effect: (call, forward, { faults, time, isOfProcess }) => {
			const { now } = time;
			const isGoingOn = () => time.now === now;
			return leaveTorn(call, forward, faults, {
				isHidden,
				isGoingOn,
				isReader: isOfProcess,
			});
		},
	}));
