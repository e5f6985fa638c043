import type { AttemptKey } from "../attempts/attempt-key.ts";
import { ProcurementPaymentsError } from "../http/errors.ts";

/** The answer was lost; the service says that the request created no advance and will create none. */
export class AdvanceNotCreatedError extends ProcurementPaymentsError {
	override readonly name = "AdvanceNotCreatedError";
	readonly attempt: AttemptKey;

	constructor(attempt: AttemptKey) {
		super("The advance was not created; the answer that says why was lost", {
			isRetryable: true,
		});
		this.attempt = attempt;
	}
}

/** It is not known whether the advance was created, or will be. */
export class AdvanceUnknownError extends ProcurementPaymentsError {
	override readonly name = "AdvanceUnknownError";
	/** Give it to `createVendorAdvance`, with the same body, to find out. */
	readonly attempt: AttemptKey;

	constructor(attempt: AttemptKey, cause: unknown) {
		super("It is not known whether the advance was created", {
			isRetryable: false,
			cause,
		});
		this.attempt = attempt;
	}
}
