import type { AttemptKey } from "../attempts/attempt-key.ts";
import { ProcurementPaymentsError } from "../http/errors.ts";
import type { ResourceResult } from "./resource.ts";
import type { ResultsSoFar } from "./results-so-far.ts";
import type { PayOnceOutcome } from "./settlement-to-outcome.ts";
import type { Positioned } from "./split-resources.ts";

/** A request that has no results. Nothing was sent after it. */
export interface Failure {
	part: readonly Positioned[];
	outcome: Exclude<PayOnceOutcome, { status: "SETTLED" }>;
}

/**
 * Returns if every resource has a result in spite of the failure: a retry that was refused, or not sent, leaves its
 * resources `LOCK_HELD`.
 */
export function throwUnlessComplete(
	soFar: ResultsSoFar,
	{ part, outcome }: Failure,
): void {
	const unknown = isOpen(outcome) ? part : [];
	soFar.forget(unknown);
	const unfinished = soFar.withoutResult();
	if (unfinished.length === 0) return;
	const cause = toCause(outcome);
	if (unknown.length === 0 && unfinished.length === soFar.results.length)
		throw cause;
	const isUnknown = new Set(unknown);
	const notPaid = unfinished.filter((one) => !isUnknown.has(one));
	throw new PaymentsIncompleteError({
		results: soFar.results,
		unfinished: [
			...toPart(unknown, {
				state: "UNKNOWN",
				attempt: outcome.attempt,
				bulkActionSlug: toBatch(outcome),
			}),
			...toPart(notPaid, {
				state: "NOT_PAID",
				attempt: null,
				bulkActionSlug: null,
			}),
		],
		cause,
	});
}

const isOpen = ({ status }: Failure["outcome"]) =>
	status === "UNKNOWN" || status === "NOT_ARRIVED";

function toCause(outcome: Failure["outcome"]): unknown {
	if (outcome.status === "REFUSED") return outcome.error;
	return outcome.status === "NOT_ARRIVED" ? undefined : outcome.cause;
}

const toBatch = (outcome: Failure["outcome"]) =>
	outcome.status === "UNKNOWN" ? outcome.bulkActionSlug : null;

const toPart = (
	part: readonly Positioned[],
	rest: Omit<UnfinishedPart, "positions">,
): UnfinishedPart[] =>
	part.length === 0
		? []
		: [{ positions: part.map(({ position }) => position), ...rest }];

/** A part of the resources that has no final result. */
export interface UnfinishedPart {
	/** Positions in the call's list of resources. */
	positions: readonly number[];
	/**
	 * - `UNKNOWN`: they may be paid, now or soon. Give them to `payOnce` or `settlePayments` under this very key.
	 * - `NOT_PAID`: they were not sent, or were refused as a whole. A new call may pay them.
	 */
	state: "UNKNOWN" | "NOT_PAID";
	/** What `payOnce` and `settlePayments` take. It is null when nothing was sent. */
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
