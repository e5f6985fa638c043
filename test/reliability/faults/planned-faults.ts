import { createHash } from "node:crypto";
import { faultKinds, mayHit } from "./fault-kinds.ts";
import type { PlannedFault } from "./faulty-process.ts";

/** Every fault of every call that a scenario makes, once and lasting, as far as it can happen to the call. */
export const allFaults = (operations: readonly string[]): PlannedFault[] =>
	faultKinds.flatMap((kind) =>
		operations.flatMap((operation, index) =>
			mayHit(kind, operation)
				? [false, true].map((isLasting) => ({
						kind,
						call: index + 1,
						isLasting,
					}))
				: [],
		),
	);

/** `RESET@3` is the third call, `RESET@3+` the third and all later ones. */
export const faultName = ({ kind, call, isLasting }: PlannedFault) =>
	`${kind.name}@${call}${isLasting ? "+" : ""}`;

/** One fault in so many, the same ones for the same seed. */
export const sampled =
	(scenario: string, { seed, oneIn }: { seed: number; oneIn: number }) =>
	(fault: PlannedFault): boolean => {
		const text = `${seed} ${scenario} ${faultName(fault)}`;
		const hash = createHash("sha256").update(text).digest();
		return hash.readUInt32BE() % oneIn === 0;
	};
