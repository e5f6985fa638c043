import type { Clock } from "./clock.ts";

const entriesMax = 1_000;

/**
 * Remembers what `find` found for so long; what it did not find is asked for again each time, so that a new
 * entry is seen at once and strangers fill no memory.
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
			// Aged from before the question: the answer may be as old as that.
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
