import type { Known } from "./known.ts";
import type { Action } from "./step.ts";

/** The id of a run that a client knows, the newest first; of none, while none is known. */
export const chosenRun = (
	{ index }: Extract<Action, { kind: "changeRun" }>,
	{ runs }: Known,
): string => runs.at(-1 - (index % Math.max(1, runs.length))) ?? "none";
