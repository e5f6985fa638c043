import { invalidStateTransition } from "../../shared/errors/api-error.ts";

const stateMaxLength = 50;

/** Truncates the state: an organization file may set any text. */
export const stateNotPatchable = (state: string) =>
	invalidStateTransition(
		`An invoice in the state '${state.slice(0, stateMaxLength).toWellFormed()}' cannot be changed: only one that is DRAFTED, APPROVED or VOID can`,
	);
