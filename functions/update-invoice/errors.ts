import { ApiError } from "../../shared/http/api-error.ts";

export const invoiceNotFound = () =>
	new ApiError(404, "INVOICE_NOT_FOUND", "Invoice not found");

export const invalidStateTransition = (reason: string) =>
	new ApiError(409, "INVALID_STATE_TRANSITION", reason);

const stateMaxLength = 50;

/** An organization file may give an invoice any state, of any length. */
export const stateNotPatchable = (state: string) =>
	invalidStateTransition(
		`An invoice in the state '${state.slice(0, stateMaxLength).toWellFormed()}' cannot be changed`,
	);
