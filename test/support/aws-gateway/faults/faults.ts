import type {
	Around,
	AwsCall,
	Outcome,
} from "../../../../tools/local/aws-gateway/aws-call.ts";

/** What a fault does to a call. The effects are in `effects.ts` and its neighbours. */
export type Effect = Around;

export interface Fault {
	/** Without it, the fault applies to any caller. */
	accessKeyId?: string;
	/** Without it, the fault applies to any operation. */
	operation?: string;
	/** Tests the call's parsed body. */
	matches?: (body: unknown) => boolean;
	/** Number of matching calls that are forwarded before the first hit. Default: 0. */
	skip?: number;
	/** Maximum number of hits. Default: unlimited. */
	times?: number;
	effect: Effect;
}

export interface AddedFault {
	/** Number of calls that the fault was applied to. */
	readonly hits: number;
	remove(): void;
}

export interface Faults {
	add(fault: Fault): AddedFault;
	clear(): void;
}

/** Applies faults to calls. A call that matches several faults passes through all of them, the first added outermost. */
export function createFaults(): Faults & { around: Effect } {
	const active = new Set<ActiveFault>();

	return {
		add(fault) {
			const added = { fault, seen: 0, hits: 0 };
			active.add(added);
			return {
				get hits() {
					return added.hits;
				},
				remove: () => void active.delete(added),
			};
		},
		clear: () => active.clear(),
		around(call, forward) {
			const hitting = [...active].filter((fault) => countHit(fault, call));
			return hitting.reduceRight<(call: AwsCall) => Promise<Outcome>>(
				(inner, { fault }) =>
					(outer) =>
						fault.effect(outer, inner),
				forward,
			)(call);
		},
	};
}

interface ActiveFault {
	fault: Fault;
	seen: number;
	hits: number;
}

/** @returns Whether the fault applies to this call. */
function countHit(active: ActiveFault, call: AwsCall): boolean {
	const { skip = 0, times = Number.POSITIVE_INFINITY } = active.fault;
	if (!isMatch(active.fault, call)) return false;
	active.seen += 1;
	if (active.seen <= skip || active.hits >= times) return false;
	active.hits += 1;
	return true;
}

function isMatch(
	{ accessKeyId, operation, matches }: Fault,
	call: AwsCall,
): boolean {
	if (accessKeyId !== undefined && accessKeyId !== call.accessKeyId)
		return false;
	if (operation !== undefined && operation !== call.operation) return false;
	return matches?.(JSON.parse(call.body.toString())) ?? true;
}
