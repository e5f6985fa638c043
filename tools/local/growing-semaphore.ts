export interface Semaphore {
	/** Waits for a permit. */
	acquire(): Promise<void>;
	/** Hands the permit to the next waiter. */
	release(): void;
}

export interface SemaphoreLimits {
	/** The number of permits at the start. */
	initial: number;
	/** The largest number of permits. */
	max: number;
	/** When no permit was released for so long while somebody waited, one more is added. */
	growAfterMilliseconds: number;
}

/**
 * A semaphore that gets more permits while their holders make no progress. Such holders wait for something else and
 * leave the processors free.
 */
export function createGrowingSemaphore({
	initial,
	max,
	growAfterMilliseconds,
}: SemaphoreLimits): Semaphore {
	const waiting: (() => void)[] = [];
	let acquired = 0;
	let growth: NodeJS.Timeout | undefined;

	function release() {
		const next = waiting.shift();
		if (next) next();
		else acquired -= 1;
		clearTimeout(growth);
		growth = undefined;
		if (waiting.length > 0) scheduleGrowth();
	}

	function scheduleGrowth() {
		growth ??= setTimeout(grow, growAfterMilliseconds);
	}

	function grow() {
		growth = undefined;
		if (acquired >= max) return;
		acquired += 1;
		release();
	}

	return {
		async acquire() {
			if (acquired < initial) {
				acquired += 1;
				return;
			}
			const permit = new Promise<void>((resolve) => waiting.push(resolve));
			scheduleGrowth();
			await permit;
		},
		release,
	};
}
