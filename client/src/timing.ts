/** Time and chance as the client sees them. Tests pass their own. */
export interface Timing {
	/** Milliseconds; only differences count. Never goes back. */
	now(): number;
	/** Rejects with the signal's reason when it is aborted. */
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
	return new Promise((resolve, reject) => {
		if (signal?.aborted) {
			reject(signal.reason);
			return;
		}
		const onAbort = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", onAbort);
			resolve();
		}, milliseconds);
		signal?.addEventListener("abort", onAbort, { once: true });
	});
}
