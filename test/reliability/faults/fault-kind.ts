import type {
	AwsCall,
	Outcome,
} from "../../../tools/local/aws-gateway/aws-call.ts";
import type {
	Effect,
	Faults,
} from "../../support/aws-gateway/faults/faults.ts";
import type { SeenCall } from "./seen-call.ts";

/** What can happen to one AWS call of a process. */
export interface FaultKind {
	name: string;
	/** The process dies with the call: no later call of it has an effect. */
	isDeath?: true;
	/** The call takes effect, though its caller cannot know that. */
	hasEffect?: true;
	/** Absent: it can happen to every call. */
	operations?: readonly string[];
	/** Number of elements from which on the call has the fault: below, the fault would change nothing. Default: 1. */
	sizeMin?: number;
	/** Given a call that had no fault: whether this one would change anything. Absent: always. */
	changes?: (call: SeenCall) => boolean;
	effect: FaultEffect;
}

/** An effect that may add faults of later calls, of any process. */
export type FaultEffect = (
	call: AwsCall,
	forward: Parameters<Effect>[1],
	surroundings: Surroundings,
) => Promise<Outcome>;

export interface Surroundings {
	faults: Faults;
	time: { now: Date };
	/** Whether a call is one of a scenario's processes, and not of a test that looks at its outcome. */
	isOfProcess: (accessKeyId: string) => boolean;
}

export const mayHit = (
	{ operations, sizeMin = 1 }: FaultKind,
	{ operation, size }: SeenCall,
): boolean => size >= sizeMin && (operations?.includes(operation) ?? true);
