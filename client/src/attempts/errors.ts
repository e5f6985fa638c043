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

/** The service does not know the idempotency key of a request that may have been sent more than a day ago. */
export class AttemptForgottenError extends ProcurementPaymentsError {
	override readonly name = "AttemptForgottenError";

	constructor() {
		super(
			"The service does not know the idempotency key: the request has not arrived, or arrived more than 24 hours ago",
			{ isRetryable: false },
		);
	}
}

/** A batch did not end within the time for which the client was to follow it. It is still running. */
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

/** A batch was stopped. What it did not pay is `BATCH_STOPPED`; nothing was sent after it. */
export class BatchStoppedError extends ProcurementPaymentsError {
	override readonly name = "BatchStoppedError";
	readonly bulkActionSlug: string | null;

	constructor(bulkActionSlug: string | null) {
		super(`The batch ${bulkActionSlug} was stopped`, { isRetryable: false });
		this.bulkActionSlug = bulkActionSlug;
	}
}
