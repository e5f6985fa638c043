/** A batch without progress for longer is closed: what is not paid by then is `PROCESSING_FAILED` (ADR 7). */
export const abandonAfterSeconds = 30 * 60;

/**
 * A guard that was set longer ago, and under which no batch of this service runs, is reported when it refuses a batch.
 * This differs from `abandonAfterSeconds`, although it is as long: that one counts from a batch's last progress, and a
 * batch that advances may hold its guard for longer.
 */
export const staleGuardSeconds = 30 * 60;
