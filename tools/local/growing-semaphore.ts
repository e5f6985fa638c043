export interface Semaphore {
	/** Waits for a permit. */
	acquire(): Promise<void>;
	/** Hands the permit to the next waiter. */
	release(): void;
}

export interface SemaphoreLimits {
	/** Permits at the start. */
	initial: number;
	/** It never has more permits. */
	max: number;
	/** When waiters saw no permit released for so long, there is one more. */
	growAfterMilliseconds: number;
}

/**
 * A semaphore whose permits grow while their holders make no progress: those wait for something else and leave the
 * processors free.
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
