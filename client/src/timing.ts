/** Time and chance as the client sees them. Tests pass their own. */
export interface Timing {
	/**
	 * The time in milliseconds; only differences count. It never goes back, and ignores changes of the wall clock.
	 */
	now(): number;
	/** Waits, and ends at once when the signal is aborted. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** A random number of at least 0 and below 1. */
	random(): number;
}

export function systemTiming(): Timing {
	const wallStart = Date.now();
	const monotonicStart = performance.now();
	return {
		now: () => wallStart + performance.now() - monotonicStart,
		sleep,
		random: Math.random,
	};
}

/** Milliseconds since the stopwatch was started, rather too many than too few. */
export type Stopwatch = () => number;

/**
 * Measures by two clocks and believes the one by which more time has passed: the monotonic clock may stand still while
 * the machine is suspended, and the wall clock may be set back. What is known must never look fresher than it is.
 */
export function startStopwatch(timing: Timing): Stopwatch {
	const start = timing.now();
	const wallStart = Date.now();
	return () => Math.max(timing.now() - start, Date.now() - wallStart);
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
