/** Milliseconds of a monotonic clock. */
export type Now = () => number;

/** A token bucket with a capacity of one second's refill. */
export interface TokenBucket {
	isEmpty(): boolean;
	/** May make the balance negative, because an access's consumption is known only afterwards. */
	take(units: number): void;
}

/** @param emptyAt When it was empty. Default: so long ago that it is full. */
export function createTokenBucket(
	unitsPerSecond: number,
	now: Now,
	emptyAt = Number.NEGATIVE_INFINITY,
): TokenBucket {
	let units = 0;
	let filledAt = emptyAt;

	function fill() {
		const at = now();
		const refill = ((at - filledAt) / 1_000) * unitsPerSecond;
		units = Math.min(unitsPerSecond, units + refill);
		filledAt = at;
	}
	return {
		isEmpty() {
			fill();
			return units < 1;
		},
		take(taken) {
			fill();
			units -= taken;
		},
	};
}
