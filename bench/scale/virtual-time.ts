import { setImmediate } from "node:timers/promises";

/**
 * A clock that moves only when all code waits for it. What a machine computes takes no time on it, so that the result
 * of a simulation does not depend on the machine.
 */
export interface VirtualTime {
	/** Milliseconds since the start. */
	now(): number;
	pause(milliseconds: number): Promise<void>;
	/** Waits for work outside the simulation, such as that of a local engine. It takes no time. */
	outside<T>(work: Promise<T>): Promise<T>;
	/**
	 * Runs `work` to its end.
	 *
	 * @throws When the work neither ends nor waits for this clock.
	 */
	run<T>(work: () => Promise<T>): Promise<T>;
}

interface Pause {
	endsAt: number;
	end: () => void;
}

export function createVirtualTime(): VirtualTime {
	let now = 0;
	/** The latest pause comes first. */
	const pauses: Pause[] = [];
	const outside = new Set<Promise<unknown>>();

	async function advance() {
		if (outside.size > 0) {
			await Promise.race(outside);
			return;
		}
		const next = pauses.pop();
		if (!next) throw new Error("Nothing waits for the virtual clock");
		now = next.endsAt;
		next.end();
	}

	return {
		now: () => now,
		pause(milliseconds) {
			const { promise, resolve } = Promise.withResolvers<void>();
			insert(pauses, { endsAt: now + milliseconds, end: resolve });
			return promise;
		},
		async outside(work) {
			const ended: Promise<unknown> = work.then(
				() => outside.delete(ended),
				() => outside.delete(ended),
			);
			outside.add(ended);
			return work;
		},
		async run(work) {
			let isRunning = true;
			const running = work().finally(() => {
				isRunning = false;
			});
			// The failure is reported by `running` itself, at the end.
			running.catch(() => {});
			for (;;) {
				// Afterwards all promises that could continue have continued.
				await setImmediate();
				if (!isRunning) return running;
				await advance();
			}
		},
	};
}

/** Behind those that end at the same time, so that pauses end in the order in which they began. */
function insert(pauses: Pause[], added: Pause) {
	let low = 0;
	let high = pauses.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const isLater = (pauses[middle]?.endsAt ?? 0) > added.endsAt;
		if (isLater) low = middle + 1;
		else high = middle;
	}
	pauses.splice(low, 0, added);
}
