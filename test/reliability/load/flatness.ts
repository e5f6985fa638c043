import { expect } from "vitest";
import type { ThreadSample } from "./memory-probe.ts";

/** What a stack holds at one moment without requests. */
export interface StackSample {
	/** Megabytes of the local stack itself. */
	stackMegabytes: number;
	/** Threads that run functions. */
	threads: number;
	/** Megabytes of each such thread, on average. */
	threadMegabytes: number;
	/** Sockets, timers and other handles of the local stack itself. */
	stackHandles: number;
	/** Open files and sockets of all its threads. */
	openFiles: number;
	/** Handles of each function's thread, on average. */
	threadHandles: number;
	/** Resident megabytes of the process with all its threads. */
	residentMegabytes: number;
}

export function toStackSample(samples: readonly ThreadSample[]): StackSample {
	const threads = samples.filter(({ functionArn }) => functionArn !== null);
	const stack = samples.filter(({ functionArn }) => functionArn === null);
	return {
		stackMegabytes: total(stack, toMegabytes),
		threads: threads.length,
		threadMegabytes: total(threads, toMegabytes) / threads.length,
		stackHandles: total(stack, countHandles),
		openFiles: total(stack, ({ openFiles }) => openFiles),
		threadHandles: total(threads, countHandles) / threads.length,
		residentMegabytes: total(
			stack,
			({ residentBytes }) => residentBytes / 2 ** 20,
		),
	};
}

const toMegabytes = ({ heapBytes }: ThreadSample) => heapBytes / 2 ** 20;

const countHandles = ({ handles }: ThreadSample) =>
	Object.values(handles).reduce((sum, count) => sum + count, 0);

const total = (
	samples: readonly ThreadSample[],
	toNumber: (sample: ThreadSample) => number,
) => samples.reduce((sum, sample) => sum + toNumber(sample), 0);

/** How much each figure may grow: what a cache, a connection or a compiled function takes, far below any leak. */
const tolerance: StackSample = {
	stackMegabytes: 8,
	threads: 8,
	threadMegabytes: 1.5,
	stackHandles: 24,
	openFiles: 32,
	threadHandles: 4,
	residentMegabytes: 40,
};

/** From the second third of the samples to the last one, no figure grows. The first third is the warm-up. */
export function expectFlat(samples: readonly StackSample[]) {
	const third = Math.floor(samples.length / 3);
	const middle = samples.slice(third, 2 * third);
	const last = samples.slice(2 * third);
	// Unchecked cast: the keys of an object literal of this type.
	for (const name of Object.keys(tolerance) as (keyof StackSample)[]) {
		const before = median(middle.map((sample) => sample[name]));
		const after = median(last.map((sample) => sample[name]));
		expect(after, `${name}, ${before} before`).toBeLessThanOrEqual(
			before + tolerance[name],
		);
	}
}

function median(numbers: readonly number[]): number {
	const sorted = numbers.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
