import type { Clock } from "../environment/clock.ts";

/** How many whole seconds the holder of a key has to wait; 0 if it need not wait. */
export type WaitSeconds = (key: string) => number;

const bucketsMax = 1_000;

/**
 * Lets each key do a fixed number of things a second, and as many at once. It counts in memory: each execution
 * environment of a function counts for itself.
 */
export function tokenBuckets({
	perSecond,
	clock,
}: {
	perSecond: number;
	clock: Clock;
}): WaitSeconds {
	const buckets = new Map<string, { tokens: number; at: number }>();

	return (key) => {
		const at = clock().getTime();
		const bucket = buckets.get(key) ?? { tokens: perSecond, at };
		// The clock may have been set back.
		const seconds = Math.max(0, at - bucket.at) / 1_000;
		const tokens = Math.min(perSecond, bucket.tokens + seconds * perSecond);
		const mayGoOn = tokens >= 1;
		buckets.delete(key);
		buckets.set(key, { tokens: mayGoOn ? tokens - 1 : tokens, at });
		forgetOldest();
		return mayGoOn ? 0 : Math.ceil((1 - tokens) / perSecond);
	};

	function forgetOldest() {
		const [oldest] = buckets.keys();
		if (buckets.size > bucketsMax && oldest !== undefined)
			buckets.delete(oldest);
	}
}
