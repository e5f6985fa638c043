import type { Timing } from "../timing.ts";

export interface Backoff {
	/** The bound of the first pause; it doubles with each further pause. */
	firstMs: number;
	longestMs: number;
}

/** A random pause up to a bound that doubles (full jitter): clients that failed together do not return together. */
export function toPause(
	attempt: number,
	{ firstMs, longestMs }: Backoff,
	random: Timing["random"],
): number {
	const bound = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 30));
	return random() * bound;
}
