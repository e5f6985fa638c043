/** An idempotency key, and when a request was first sent under it. */
export interface AttemptKey {
	/** ASCII without blanks at its ends, since a header may change any other key. */
	idempotencyKey: string;
	/**
	 * Null when no process has ever sent a request under this key. Nothing depends on the date itself, because clocks may
	 * be wrong.
	 */
	firstSentAt: Date | null;
}

/** What is about to be sent, so that the caller can store it first. */
export interface PlannedRequest {
	idempotencyKey: string;
	firstSentAt: Date;
	/** The request has the resources at these positions of the caller's list, and no others; `[0]` for an advance. */
	positions: readonly number[];
}

/**
 * Called and awaited before the first request under a key is sent. If it stores what it gets, with the resources at
 * `positions`, another process can find out the outcome even if this one is killed. If it throws, nothing is sent.
 */
export type BeforeSend = (request: PlannedRequest) => void | Promise<void>;

export const newAttemptKey = (): AttemptKey => ({
	idempotencyKey: crypto.randomUUID(),
	firstSentAt: null,
});

/** `fetch` removes blanks and line breaks at the ends of a header. Characters beyond ASCII may arrive changed. */
const keptByHeader = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/**
 * Refuses what JavaScript lets through. Without a key, the header would be the text `undefined`. What was paid under a
 * key that the header has changed would not be found. Without a date, it would be unclear whether a request was sent
 * under the key before.
 *
 * @throws TypeError
 */
export function checkAttemptKey({ idempotencyKey, firstSentAt }: AttemptKey) {
	if (typeof idempotencyKey !== "string")
		throw new TypeError("attempt.idempotencyKey must be a string");
	if (!keptByHeader.test(idempotencyKey))
		throw new TypeError(
			"attempt.idempotencyKey must be ASCII without blanks at its ends",
		);
	if (firstSentAt === null) return;
	if (firstSentAt instanceof Date && !Number.isNaN(firstSentAt.getTime()))
		return;
	throw new TypeError(
		"attempt.firstSentAt must be a valid Date, or null if nothing was sent under the key before",
	);
}
