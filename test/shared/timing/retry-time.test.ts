import { describe, expect, it } from "vitest";
import {
	requestRetryTime,
	startRetryTime,
	workerRetryTime,
} from "../../../shared/timing/retry-time.ts";

/** An invocation with so much time left; the test lets it pass. */
const invocationOf = (milliseconds: number) => {
	const invocation = {
		remaining: milliseconds,
		getRemainingTimeInMillis: () => invocation.remaining,
	};
	return invocation;
};

describe("ADR 14: overload is retried", () => {
	it.each([
		["8 s by a request", requestRetryTime, 8_000],
		["15 s by a worker", workerRetryTime, 15_000],
	])("%s", (_, start, milliseconds) => {
		const invocation = invocationOf(29_000);
		const time = start(invocation);
		expect(time.millisecondsLeft()).toBe(milliseconds);
		invocation.remaining -= milliseconds - 1;
		expect(time.millisecondsLeft()).toBe(1);
	});

	it("never into the last 5 s of an invocation, extended or not", () => {
		const invocation = invocationOf(9_000);
		const time = workerRetryTime(invocation);
		expect(time.millisecondsLeft()).toBe(4_000);
		expect(time.extended().millisecondsLeft()).toBe(4_000);
		invocation.remaining = 5_000;
		expect(time.millisecondsLeft()).toBe(0);
	});

	it("4 s longer to learn an outcome, and no longer however often one place asks for it", () => {
		const invocation = invocationOf(29_000);
		const time = startRetryTime(invocation, {
			milliseconds: 8_000,
			longestPauseMilliseconds: 400,
		});
		invocation.remaining -= 10_000;
		expect(time.millisecondsLeft()).toBe(-2_000);
		expect(time.extended().millisecondsLeft()).toBe(2_000);
	});
});
