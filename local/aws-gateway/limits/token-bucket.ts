/** Milliseconds since any fixed moment. */
export type Now = () => number;

/** What a table or a partition may consume: so many units a second, and as many at once when it was idle. */
export interface TokenBucket {
	isEmpty(): boolean;
	/** May take more than there is, as DynamoDB does for what it learns too late: the debt is paid first. */
	take(units: number): void;
}

/** A bucket that is full at first and holds what one second brings. */
export function createTokenBucket(
	unitsPerSecond: number,
	now: Now,
): TokenBucket {
	let units = unitsPerSecond;
	let filledAt = now();

	function fill() {
		const at = now();
		const brought = ((at - filledAt) / 1_000) * unitsPerSecond;
		units = Math.min(unitsPerSecond, units + brought);
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
