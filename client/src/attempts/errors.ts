import { ProcurementPaymentsError } from "../http/errors.ts";

/** The attempt of an idempotency key belongs to a request with other content. */
export class IdempotencyKeyReusedError extends ProcurementPaymentsError {
	override readonly name = "IdempotencyKeyReusedError";

	constructor() {
		super("The idempotency key was used for a request with other content", {
			isRetryable: false,
		});
	}
}

/** Too much time has passed since a request was sent: the service has forgotten its idempotency key. */
export class AttemptForgottenError extends ProcurementPaymentsError {
	override readonly name = "AttemptForgottenError";

	constructor() {
		super(
			"The request was sent more than 23 hours ago: the service may have forgotten its idempotency key",
			{ isRetryable: false },
		);
	}
}

/** A batch was not finished within the time for which it was to be followed. It goes on. */
export class BatchNotFinishedError extends ProcurementPaymentsError {
	override readonly name = "BatchNotFinishedError";
	readonly bulkActionSlug: string;

	constructor(bulkActionSlug: string) {
		super(`The batch ${bulkActionSlug} is still running`, {
			isRetryable: true,
		});
		this.bulkActionSlug = bulkActionSlug;
	}
}
