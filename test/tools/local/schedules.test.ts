import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { InvocationOutcome } from "../../../tools/local/function-environment.ts";
import {
	type Schedules,
	startSchedules,
} from "../../../tools/local/schedules.ts";

let invocations: { functionArn: string; event: unknown }[];
let respond: () => Promise<InvocationOutcome>;
let schedules: Schedules;

beforeEach(() => {
	vi.useFakeTimers({ now: new Date("2026-11-21T10:00:00.250Z") });
	invocations = [];
	respond = async () => ({ answer: "null" });
	schedules = startSchedules(
		[{ ruleArn: "arn:rule", everySeconds: 60, functionArns: ["a", "b"] }],
		{
			invoke(functionArn, event) {
				invocations.push({ functionArn, event });
				return respond();
			},
		},
	);
});
afterEach(async () => {
	await schedules.stop();
	vi.useRealTimers();
});

describe("a schedule", () => {
	it("invokes its functions at once, with the event that EventBridge would send", () => {
		expect(invocations.map(({ functionArn }) => functionArn)).toEqual([
			"a",
			"b",
		]);
		expect(invocations[0]?.event).toEqual({
			version: "0",
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			"detail-type": "Scheduled Event",
			source: "aws.events",
			account: "000000000000",
			time: "2026-11-21T10:00:00Z",
			region: "ap-south-1",
			resources: ["arn:rule"],
			detail: {},
		});
	});

	it("then at its rate, also while earlier invocations still run or have failed", async () => {
		respond = () => new Promise(() => {});
		await vi.advanceTimersByTimeAsync(59_999);
		expect(invocations).toHaveLength(2);
		await vi.advanceTimersByTimeAsync(1);
		expect(invocations).toHaveLength(4);
		respond = async () => ({ failure: "Error" });
		await vi.advanceTimersByTimeAsync(120_000);
		expect(invocations).toHaveLength(8);
		schedules = { stop: async () => {} };
	});

	it("but has at most two invocations of a function at once, and drops those that a slow machine has no time for", async () => {
		const finish: (() => void)[] = [];
		respond = () =>
			new Promise((resolve) => {
				finish.push(() => resolve({ answer: "null" }));
			});
		await vi.advanceTimersByTimeAsync(240_000);
		const before = invocations.length;
		respond = async () => ({ answer: "null" });
		for (const end of finish) end();
		expect(before).toBe(6);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(invocations).toHaveLength(8);
	});

	it("stopped, invokes nothing any more and waits for what runs", async () => {
		const finish: (() => void)[] = [];
		respond = () =>
			new Promise((resolve) => {
				finish.push(() => resolve({ answer: "null" }));
			});
		vi.advanceTimersByTime(60_000);
		let hasStopped = false;
		const stopping = schedules.stop().then(() => {
			hasStopped = true;
		});
		await vi.advanceTimersByTimeAsync(120_000);
		expect(invocations).toHaveLength(4);
		expect(hasStopped).toBe(false);
		for (const end of finish) end();
		await stopping;
	});
});
