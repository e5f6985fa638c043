import { expect, it } from "vitest";
import { sustainedRate } from "../../../bench/scale/sustained-rate.ts";

const payments = Array.from({ length: 1_000 }, (_, index) => index);

it("is exact for payments at equal distances", () => {
	expect(sustainedRate(payments.map((index) => index * 0.5))).toBeCloseTo(
		2_000,
		6,
	);
});

it("does not see the start and the end, and evens out waves", () => {
	const inWaves = payments.map((index) => Math.floor(index / 25) * 25);
	const withTail = inWaves.map((at) =>
		at < 100 ? at - 5_000 : at > 800 ? at + 9_000 : at,
	);
	expect(sustainedRate(withTail)).toBeGreaterThan(970);
	expect(sustainedRate(withTail)).toBeLessThan(1_030);
});
