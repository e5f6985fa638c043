import type { AttemptKey } from "../attempts/attempt-key.ts";
import { ProcurementPaymentsError } from "../http/errors.ts";
import type { ResourceResult } from "./resource.ts";

/** A part of the resources that has no final result. */
export interface UnfinishedPart {
	/** Positions in the list of resources. */
	positions: readonly number[];
	/**
	 * - `UNKNOWN`: they may be paid, now or soon. Give them to `payOnce` or `settlePayments` under this very key.
	 * - `NOT_PAID`: they were not sent, or refused as a whole. They may be paid by a new call.
	 */
	state: "UNKNOWN" | "NOT_PAID";
	/** `payOnce` and `settlePayments` take it. It is null when nothing was sent. */
	attempt: AttemptKey | null;
	/** The batch, if one is known to have been accepted: `followBatch` waits for its end. */
	bulkActionSlug: string | null;
}

/** The call ended before every resource had a final result. */
export class PaymentsIncompleteError extends ProcurementPaymentsError {
	override readonly name = "PaymentsIncompleteError";
	/** In the order of the resources; undefined where no result is final. */
	readonly results: readonly (ResourceResult | undefined)[];
	readonly unfinished: readonly UnfinishedPart[];

	constructor(details: {
		results: readonly (ResourceResult | undefined)[];
		unfinished: readonly UnfinishedPart[];
		cause: unknown;
	}) {
		super(toMessage(details.unfinished), {
			isRetryable: false,
			cause: details.cause,
		});
		this.results = details.results;
		this.unfinished = details.unfinished;
	}
}

function toMessage(unfinished: readonly UnfinishedPart[]): string {
	const count = (state: UnfinishedPart["state"]) =>
		unfinished
			.filter((part) => part.state === state)
			.reduce((sum, { positions }) => sum + positions.length, 0);
	return `Not all resources have a final result: ${count("UNKNOWN")} with an unknown outcome, ${count("NOT_PAID")} not paid`;
}
