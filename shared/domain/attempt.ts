/** The operations whose requests may carry an idempotency key (spec 5). */
export const attemptOperations = ["mark-as-paid", "vendor-advance"] as const;
export type AttemptOperation = (typeof attemptOperations)[number];

/** No write of a request starts later after its claim. */
export const writeSeconds = 25;
/** By then every write that started in time has taken effect, or never will (`decisions.md`, "Attempts"). */
export const settledAfterSeconds = 60;
/** How long an attempt can be asked for. */
export const attemptKeptSeconds = 24 * 60 * 60;

/** A request that claimed an idempotency key (records R9). */
export interface Attempt {
	operation: AttemptOperation;
	/** Names all that the request creates: payments, a batch, or a payment request. */
	attemptId: string;
	claimedAt: Date;
	request: AttemptedRequest;
}

/** What a request asked for, as far as its outcome cannot be told without it. */
export type AttemptedRequest =
	/** At most 100 payments, in request order. */
	| { kind: "PAYMENTS"; payments: AttemptedPayment[] }
	/** More than 100 payments, accepted as a batch or not at all. */
	| { kind: "BATCH" }
	| { kind: "ADVANCE" }
	/** Refused by its schema. */
	| { kind: "INVALID" };

export interface AttemptedPayment {
	slug: string;
	/** As JSON has it. */
	amount: number;
}

/** The attempt that holds an idempotency key. */
export interface ClaimHolder {
	attemptId: string;
	/** Can it be asked for? Not when a version of the service that knew no attempts made the claim. */
	isAttempt: boolean;
}

/** Says where to ask what became of the attempt that holds a key; nothing when it cannot be asked for. */
export const whereToAsk = (
	operation: AttemptOperation,
	{ isAttempt }: ClaimHolder,
): string | undefined =>
	isAttempt
		? `GET /v1.0/attempt/${operation} with the same key tells what became of the first request`
		: undefined;

/** What an attempt has created, as the store shows it; null or an empty set: nothing (yet). */
export interface AttemptOutcome {
	/** Of a batch that was accepted. */
	bulkActionSlug: string | null;
	paymentRequestId: string | null;
	paymentIds: ReadonlySet<string>;
}

export const nothingCreated: AttemptOutcome = {
	bulkActionSlug: null,
	paymentRequestId: null,
	paymentIds: new Set(),
};

/** Names a payment after its request and its position in it, counted from 0. */
export const toPaymentId = (attemptId: string, position: number): string =>
	`${attemptId}-${position}`;

/**
 * Records R9: what became of an attempt.
 *
 * @param now Before the outcome was read: what is not there a minute after the claim never will be.
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
	const isOver = secondsBetween(attempt.claimedAt, now) >= settledAfterSeconds;
	return {
		operation: attempt.operation,
		attemptedAt: attempt.claimedAt.toISOString(),
		status: isComplete || isOver ? "SETTLED" : "RUNNING",
		bulkActionSlug,
		paymentRequestId,
		results,
	};
}

export const secondsBetween = (earlier: Date, later: Date): number =>
	(later.getTime() - earlier.getTime()) / 1_000;

const shownSlugMaxLength = 100;

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

/** The text's first code points. */
export const cutCodePoints = (text: string, length: number): string =>
	// Each code point is at most two units: the rest need not be taken apart.
	Array.from(text.slice(0, 2 * length))
		.slice(0, length)
		.join("");
