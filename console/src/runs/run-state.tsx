import type { PaymentRun } from "../../../client/src/generated/openapi.ts";

const states: Readonly<Record<PaymentRun["state"], string>> = {
	DRAFT: "Waits for release",
	RELEASED: "Released",
	DISCARDED: "Discarded",
};

/** The state of a run, always as a word with a mark that repeats it. */
export const RunState = ({ state }: Pick<PaymentRun, "state">) => (
	<span class={`state ${state}`}>{states[state] ?? state}</span>
);
