import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
	createGrowingSemaphore,
	type SemaphoreLimits,
} from "../../../tools/local/growing-semaphore.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const limits = { initial: 2, max: 4, growAfterMilliseconds: 1_000 };

/** Waiters, by their numbers, and those that have a permit. */
function acquire(count: number, limits: SemaphoreLimits) {
	const semaphore = createGrowingSemaphore(limits);
	const acquired: number[] = [];
	for (let index = 0; index < count; index++)
		void semaphore.acquire().then(() => acquired.push(index));
	return { semaphore, acquired };
}

describe("a growing semaphore", () => {
	it("has its initial permits, and hands released ones to the waiters in their order", async () => {
		const { semaphore, acquired } = acquire(5, limits);
		await vi.advanceTimersByTimeAsync(999);
		expect(acquired).toEqual([0, 1]);
		semaphore.release();
		semaphore.release();
		await vi.advanceTimersByTimeAsync(999);
		expect(acquired).toEqual([0, 1, 2, 3]);
		semaphore.release();
		await vi.advanceTimersByTimeAsync(0);
		expect(acquired).toEqual([0, 1, 2, 3, 4]);
	});

	it("has its permits again when no one waits", async () => {
		const { semaphore, acquired } = acquire(2, limits);
		await vi.advanceTimersByTimeAsync(0);
		expect(acquired).toEqual([0, 1]);
		semaphore.release();
		await semaphore.acquire();
	});

	it("grows by one permit each time that none is released for so long, up to its maximum", async () => {
		const { semaphore, acquired } = acquire(6, limits);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(acquired).toEqual([0, 1, 2]);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(acquired).toEqual([0, 1, 2, 3]);
		await vi.advanceTimersByTimeAsync(100_000);
		expect(acquired).toEqual([0, 1, 2, 3]);
		semaphore.release();
		semaphore.release();
		await vi.advanceTimersByTimeAsync(0);
		expect(acquired).toEqual([0, 1, 2, 3, 4, 5]);
	});
});
