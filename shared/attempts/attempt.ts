import { toPaymentId } from "../payments/payment-id.ts";
import { cutCodePoints } from "../text/code-points.ts";
import {
	secondsBetween,
	settledAfterSeconds,
} from "../timing/write-deadline.ts";

/** The operations whose requests may carry an idempotency key (spec 5). */
export const attemptOperations = ["mark-as-paid", "vendor-advance"] as const;
export type AttemptOperation = (typeof attemptOperations)[number];

/** How long a claimed idempotency key is refused (spec 5). */
export const windowSeconds = 300;
/** How long an attempt can be read. */
export const attemptKeptSeconds = 24 * 60 * 60;

/** Identifies the latest attempt with an idempotency key. */
export interface AttemptKey {
	organizationId: string;
	operation: AttemptOperation;
	idempotencyKey: string;
}

/** A request that claimed an idempotency key (R9). */
export interface Attempt {
	operation: AttemptOperation;
	/** The ids of everything that the request creates derive from it: payments, a batch, or a payment request. */
	attemptId: string;
	claimedAt: Date;
	request: AttemptedRequest;
	/** Was the request carried out to its end? Then none of its writes can take effect any more. */
	hasEnded: boolean;
}

/** The part of a request that its outcome is computed from. */
export type AttemptedRequest =
	/** At most 100 payments, in request order. */
	| { kind: "PAYMENTS"; payments: AttemptedPayment[] }
	/** More than 100 payments were accepted as one batch. */
	| { kind: "BATCH" }
	| { kind: "ADVANCE" }
	/** The request was refused as invalid. */
	| { kind: "INVALID" };

export interface AttemptedPayment {
	slug: string;
	/** The amount is as it was sent. */
	amount: number;
}

/** Tells the caller where to read the attempt that holds a key. */
export const toAttemptHint = (operation: AttemptOperation): string =>
	`GET /v1.0/attempt/${operation} with the same key returns the outcome of the first request`;

/** What an attempt has created so far; null or an empty set for nothing. */
export interface AttemptOutcome {
	/** Set when a batch was accepted. */
	bulkActionSlug: string | null;
	paymentRequestId: string | null;
	paymentIds: ReadonlySet<string>;
}

export const nothingCreated: AttemptOutcome = {
	bulkActionSlug: null,
	paymentRequestId: null,
	paymentIds: new Set(),
};

/**
 * R9: the record of an attempt. `SETTLED` is final.
 *
 * @param now An instant before the outcome was read: anything missing `settledAfterSeconds` after the claim will never
 *   be created.
 */
export function toAttemptRecord(
	attempt: Attempt,
	outcome: AttemptOutcome,
	now: Date,
) {
	const results = toAttemptResults(attempt, outcome);
	const { bulkActionSlug, paymentRequestId } = outcome;
	const isComplete =
		attempt.request.kind === "INVALID" ||
		bulkActionSlug !== null ||
		paymentRequestId !== null ||
		results?.every(({ status }) => status === "RECORDED");
	const isOver =
		attempt.hasEnded ||
		secondsBetween(attempt.claimedAt, now) >= settledAfterSeconds;
	return {
		operation: attempt.operation,
		attemptedAt: attempt.claimedAt.toISOString(),
		status: isComplete || isOver ? "SETTLED" : "RUNNING",
		bulkActionSlug,
		paymentRequestId,
		results,
	};
}

/**
 * An attempt shows at most this many characters of a slug. No more is stored of a slug that is too long for a key: it
 * belongs to no invoice.
 */
export const shownSlugMaxLength = 100;

function toAttemptResults(
	{ attemptId, request }: Attempt,
	{ paymentIds }: AttemptOutcome,
) {
	if (request.kind !== "PAYMENTS") return null;
	return request.payments.map(({ slug, amount }, position) => {
		const id = toPaymentId(attemptId, position);
		const isRecorded = paymentIds.has(id);
		return {
			slug: cutCodePoints(slug, shownSlugMaxLength),
			amount,
			status: isRecorded ? "RECORDED" : "NOT_RECORDED",
			paymentId: isRecorded ? id : null,
		};
	});
}
