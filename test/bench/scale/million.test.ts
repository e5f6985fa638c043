import { describe, expect, it } from "vitest";
import { toBounds } from "../../../bench/scale/bounds.ts";
import { dollarsOf, millionWithin } from "../../../bench/scale/million.ts";
import { curve, point } from "./points.ts";

const curves = [
	curve("fresh", 1, { 1: 200, 10: 300 }),
	curve("fresh", 50, { 1: 250, 10: 400 }),
	curve("warmed", 1, { 1: 200, 10: 1_000 }),
	curve("warmed", 50, { 1: 250, 10: 2_000 }),
];

describe("a million invoices within a time", () => {
	it("takes a rate, and the write units, workers and dollars of so many invoices", () => {
		const { sufficient: _, ...within } = millionWithin(10_000, curves);
		expect(within).toEqual({
			rate: 100,
			secondsBetweenBatches: 400,
			writeUnitsPerSecond: 105,
			workersBusy: 0.02,
			dollars: expect.closeTo(dollarsOf(point({})) * 1_000, 9),
		});
	});

	it.each([
		[10_000, "fresh", 1, "fresh", 1],
		[4_000, "fresh", 10, "fresh", 1],
		[2_000, "warmed", 10, "warmed", 10],
	])(
		"within %i seconds: the slowest table and the fewest workers that suffice",
		(seconds, oneTable, oneWorkers, manyTable, manyWorkers) => {
			const { sufficient } = millionWithin(seconds, curves);
			expect(
				sufficient.map(({ organizations, point }) => [
					organizations,
					point?.speed.name,
					point?.workers,
				]),
			).toEqual([
				[1, oneTable, oneWorkers],
				[50, manyTable, manyWorkers],
			]);
		},
	);

	it("says when one organization cannot reach the rate, and fails when no one can", () => {
		const { sufficient } = millionWithin(600, curves);
		expect(sufficient.map(({ point }) => point?.rate)).toEqual([
			undefined,
			2_000,
		]);
		expect(() => millionWithin(60, curves)).toThrow("No point reaches");
	});
});

it("the price of a point: each unit once, functions of 1 GB", () => {
	const units = { writeUnits: 0, readUnits: 0, httpRequests: 0 };
	const queue = {
		requests: 0,
		invocations: 0,
		invokedMilliseconds: 0,
		resent: 0,
	};
	const free = { ...units, queue, acceptedMilliseconds: 0 };
	// The request is an invocation too.
	const invocation = 0.2e-6;
	expect(dollarsOf(point(free))).toBeCloseTo(invocation, 12);
	expect(dollarsOf(point({ ...free, writeUnits: 1e6 }))).toBeCloseTo(0.625, 6);
	const busy = { ...queue, invokedMilliseconds: 9e6 };
	const spent = point({ ...free, queue: busy, acceptedMilliseconds: 1e6 });
	expect(dollarsOf(spent)).toBeCloseTo(10_000 * 0.0000133334, 6);
});

it("bounds: units a second divided by what the workers write for an invoice", () => {
	const bounds = toBounds(
		point({ writeUnits: 1_050, hottestKey: { key: "b", writeUnits: 20 } }),
	);
	expect(bounds.map(({ rate }) => rate)).toEqual([4_000, 16_000, 50_000]);
});
