import { createHash } from "node:crypto";
import { type FaultKind, mayHit } from "./fault-kind.ts";
import { faultKinds } from "./fault-kinds.ts";
import type { PlannedFault } from "./faulty-process.ts";
import type { SeenCall } from "./seen-call.ts";

/** A fault of a call that a process made without it. */
export interface FaultOfCall extends PlannedFault {
	/** The call's position among all calls. */
	position: number;
}

/** Every fault of every call that a scenario makes, once and lasting, as far as it can happen to the call. */
export const allFaults = (calls: readonly SeenCall[]): FaultOfCall[] =>
	faultKinds.flatMap((kind) =>
		[...calls.entries()]
			.filter(([_, call]) => mayHit(kind, call))
			.map(([position], index) => ({ kind, call: index + 1, position }))
			.filter(({ position }) => isChange(kind, calls[position]))
			.flatMap((fault) =>
				[false, true].map((isLasting) => ({ ...fault, isLasting })),
			),
	);

const isChange = (
	{ changes = () => true }: FaultKind,
	call: SeenCall | undefined,
) => call !== undefined && changes(call);

/** `RESET@3` hits the third of the calls that can be reset, `RESET@3+` the third and all later ones. */
export const faultName = ({ kind, call, isLasting }: PlannedFault) =>
	`${kind.name}@${call}${isLasting ? "+" : ""}`;

/** Chooses one fault in so many, the same ones for the same seed. */
export const sampled =
	(scenario: string, { seed, oneIn }: { seed: number; oneIn: number }) =>
	(fault: PlannedFault): boolean => {
		const text = `${seed} ${scenario} ${faultName(fault)}`;
		const hash = createHash("sha256").update(text).digest();
		return hash.readUInt32BE() % oneIn === 0;
	};
