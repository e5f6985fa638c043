/** Time and chance as the client sees them. Tests pass their own. */
export interface Timing {
	/** Milliseconds; only differences count. Never goes back. */
	now(): number;
	/** Ends at once when the signal is aborted. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** At least 0, below 1. */
	random(): number;
}

/**
 * Measures by two clocks and believes the one by which more time has passed: the monotonic clock stands still while the
 * machine is suspended, and the wall clock may be set back. An idempotency key must never look fresher than it is.
 */
export function systemTiming(): Timing {
	const wallStart = Date.now();
	const monotonicStart = performance.now();
	let latest = wallStart;
	return {
		now() {
			const monotonic = wallStart + performance.now() - monotonicStart;
			latest = Math.max(latest, Date.now(), monotonic);
			return latest;
		},
		sleep,
		random: Math.random,
	};
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal?.aborted) return resolve();
		const end = () => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", end);
			resolve();
		};
		const timer = setTimeout(end, milliseconds);
		signal?.addEventListener("abort", end);
	});
}
