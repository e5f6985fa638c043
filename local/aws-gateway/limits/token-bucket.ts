/** Milliseconds of a monotonic clock. */
export type Now = () => number;

/** A token bucket with a capacity of one second's refill. */
export interface TokenBucket {
	isEmpty(): boolean;
	/** May make the balance negative, because an access's consumption is known only afterwards. */
	take(units: number): void;
}

/** @param units What it has at first. Default: it is full. */
export function createTokenBucket(
	unitsPerSecond: number,
	now: Now,
	units = unitsPerSecond,
): TokenBucket {
	let balance = units;
	let filledAt = now();

	function fill() {
		const at = now();
		const refill = ((at - filledAt) / 1_000) * unitsPerSecond;
		balance = Math.min(unitsPerSecond, balance + refill);
		filledAt = at;
	}
	return {
		isEmpty() {
			fill();
			return balance < 1;
		},
		take(taken) {
			fill();
			balance -= taken;
		},
	};
}
