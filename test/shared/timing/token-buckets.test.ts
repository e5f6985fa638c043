import { expect, it } from "vitest";
import { tokenBuckets } from "../../../shared/timing/token-buckets.ts";

function buckets(perSecond: number) {
	const time = { now: new Date("2026-11-21T10:00:00Z").getTime() };
	const wait = tokenBuckets({ perSecond, clock: () => new Date(time.now) });
	return {
		wait,
		pass: (milliseconds: number) => {
			time.now += milliseconds;
		},
	};
}

it("lets a key make as many requests at once as its limit, then one more for each part of a second that has passed", () => {
	const { wait, pass } = buckets(3);
	expect([wait("a"), wait("a"), wait("a"), wait("a")]).toEqual([0, 0, 0, 1]);
	pass(333);
	expect(wait("a")).toBe(1);
	pass(1);
	expect([wait("a"), wait("a")]).toEqual([0, 1]);
	pass(60_000);
	expect([wait("a"), wait("a"), wait("a"), wait("a")]).toEqual([0, 0, 0, 1]);
});

it("counts for each key by itself", () => {
	const { wait } = buckets(1);
	expect([wait("a"), wait("b"), wait("a"), wait("b")]).toEqual([0, 0, 1, 1]);
});

it("a clock that is set back neither gives nor takes anything", () => {
	const { wait, pass } = buckets(1);
	wait("a");
	pass(-3_600_000);
	expect(wait("a")).toBe(1);
	pass(1_000);
	expect(wait("a")).toBe(0);
});

it("remembers a thousand keys, and no more", () => {
	const { wait } = buckets(1);
	wait("a");
	for (let key = 0; key < 999; key++) wait(`${key}`);
	expect(wait("a")).toBe(1);
	for (let key = 0; key < 1_000; key++) wait(`${key}`);
	expect(wait("a")).toBe(0);
});
