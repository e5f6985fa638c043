import type { Timing } from "../timing.ts";

export interface Backoff {
	/** Length of the first pause; it doubles with each further one. */
	firstMs: number;
	longestMs: number;
}

/** Full jitter: anything up to a bound that doubles, so that clients which failed together do not return together. */
export function toPause(
	attempt: number,
	{ firstMs, longestMs }: Backoff,
	random: Timing["random"],
): number {
	const bound = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 30));
	return random() * bound;
}
