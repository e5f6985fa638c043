import type { Clock } from "../environment/clock.ts";

const entriesMax = 1_000;

/**
 * Caches the values that `find` returns. Does not cache undefined, so that a new entry is found at once and unknown
 * keys use no memory.
 */
export function cached<T>(
	find: (key: string) => Promise<T | undefined>,
	{ seconds, clock }: { seconds: number; clock: Clock },
): (key: string) => Promise<T | undefined> {
	const entries = new Map<string, { value: T; staleAt: number }>();

	return async (key) => {
		const askedAt = clock().getTime();
		const entry = entries.get(key);
		if (entry && askedAt < entry.staleAt) return entry.value;

		const value = await find(key);
		entries.delete(key);
		if (value !== undefined) {
			// Counted from before the read, since the value may be that old.
			entries.set(key, { value, staleAt: askedAt + seconds * 1_000 });
			forgetOldest();
		}
		return value;
	};

	function forgetOldest() {
		const [oldest] = entries.keys();
		if (entries.size > entriesMax && oldest !== undefined)
			entries.delete(oldest);
	}
}
