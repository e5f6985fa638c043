import type { AwsCall, Outcome } from "../aws-call.ts";

/**
 * What happens to a call instead of, or around, its being carried out. It may pass on a changed call.
 * `effects.ts` has the usual ones.
 */
export type Effect = (
	call: AwsCall,
	forward: (call: AwsCall) => Promise<Outcome>,
) => Promise<Outcome>;

export interface Fault {
	/** Of any caller when absent. */
	accessKeyId?: string;
	/** Any when absent. */
	operation?: string;
	/** Looks into the call's body, as JSON. */
	matches?: (body: unknown) => boolean;
	/** Lets this many matching calls through first. */
	skip?: number;
	/** Ends after this many hits; endless when absent. */
	times?: number;
	effect: Effect;
}

export interface AddedFault {
	/** How many calls it has befallen. */
	readonly hits: number;
	remove(): void;
}

export interface Faults {
	add(fault: Fault): AddedFault;
	clear(): void;
}

/** Faults that befall calls; a call that several match goes through all of them, the first added outermost. */
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
			const befalling = [...active].filter((fault) => befalls(fault, call));
			return befalling.reduceRight<(call: AwsCall) => Promise<Outcome>>(
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

function befalls(active: ActiveFault, call: AwsCall): boolean {
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
