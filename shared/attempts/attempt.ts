/** The operations whose requests may carry an idempotency key (spec 5). */
export const attemptOperations = ["mark-as-paid", "vendor-advance"] as const;
export type AttemptOperation = (typeof attemptOperations)[number];

/** No write of a request is signed later than this after its claim (`request-table.ts`). */
export const writeSeconds = 25;
/**
 * After this time, every write of the request has taken effect or never will (records R9): DynamoDB refuses a request
 * that was signed more than 300 s ago.
 */
export const settledAfterSeconds = 330;
/** A claimed idempotency key is refused for so long (spec 5). */
export const windowSeconds = 300;
/** How long an attempt can be read. */
export const attemptKeptSeconds = 24 * 60 * 60;

/** A request that claimed an idempotency key (records R9). */
export interface Attempt {
	operation: AttemptOperation;
	/** The ids of everything that the request creates derive from it: payments, a batch, or a payment request. */
	attemptId: string;
	claimedAt: Date;
	request: AttemptedRequest;
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

/** The attempt that holds an idempotency key. */
export interface ClaimHolder {
	attemptId: string;
	/** Can the attempt be read? False for claims of a version of the service without attempts. */
	isAttempt: boolean;
}

/** Tells the caller where to read the attempt that holds a key; undefined when it cannot be read. */
export const toAttemptHint = (
	operation: AttemptOperation,
	{ isAttempt }: ClaimHolder,
): string | undefined =>
	isAttempt
		? `GET /v1.0/attempt/${operation} with the same key returns the outcome of the first request`
		: undefined;

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

/** The id of a payment: its request's attempt id and its position in the request, from 0. */
export const toPaymentId = (attemptId: string, position: number): string =>
	`${attemptId}-${position}`;

/** The attempt id in a payment's id, a ULID; null for a text of another form. */
export const attemptOfPayment = (paymentId: string): string | null =>
	/^([0-7][0-9A-HJKMNP-TV-Z]{25})-\d{1,6}$/.exec(paymentId)?.[1] ?? null;

/**
 * Records R9: the record of an attempt. `SETTLED` is final.
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

/**
 * An attempt shows so many characters of a slug. No more is stored of a slug that is too long for a key: it belongs to
 * no invoice.
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

/** The first code points of a text. */
export const cutCodePoints = (text: string, length: number): string =>
	// A code point has at most two UTF-16 units, so the rest need not be split.
	Array.from(text.slice(0, 2 * length))
		.slice(0, length)
		.join("");
