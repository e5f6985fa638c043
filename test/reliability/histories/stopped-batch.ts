import type { Known } from "./known.ts";
import type { Action } from "./step.ts";

/** The id of a batch that a client knows; of none, while none is known. */
export const stoppedBatch = (
	{ index }: Extract<Action, { kind: "stop" }>,
	{ batches }: Known,
): string => batches.at(-1 - (index % Math.max(1, batches.length))) ?? "none";
