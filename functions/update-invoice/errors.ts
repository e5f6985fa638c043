import { ApiError } from "../../shared/http/errors.ts";

export const invalidStateTransition = (reason: string) =>
	new ApiError(409, "INVALID_STATE_TRANSITION", reason);

const stateMaxLength = 50;

/** Truncates the state: an organization file may set any text. */
export const stateNotPatchable = (state: string) =>
	invalidStateTransition(
		`An invoice in the state '${state.slice(0, stateMaxLength).toWellFormed()}' cannot be changed: only one that is DRAFTED, APPROVED or VOID can`,
	);
