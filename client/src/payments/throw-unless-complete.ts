import type { PayOnceOutcome } from "./pay-once-outcome.ts";
import {
	PaymentsIncompleteError,
	type UnfinishedPart,
} from "./payments-incomplete-error.ts";
import type { ResultsSoFar } from "./results-so-far.ts";
import type { Positioned } from "./split-resources.ts";

/** A request that has no results. Nothing was sent after it. */
export interface Failure {
	part: readonly Positioned[];
	outcome: Exclude<PayOnceOutcome, { status: "SETTLED" }>;
}

/**
 * Returns when every resource has a result in spite of the failure: a retry that was refused, or not sent, leaves its
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
