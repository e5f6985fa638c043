import { expect, it } from "vitest";
import { rateScale, workersScale } from "../../../bench/scale/drawing/axes.ts";
import {
	type DrawnCurve,
	toCurveSvg,
} from "../../../bench/scale/drawing/curve-svg.ts";
import { curvesTable } from "../../../bench/scale/tables.ts";
import { curve } from "./points.ts";

const drawn = (
	table: DrawnCurve["table"],
	organizations: number,
	rate: number,
): DrawnCurve => ({ table, organizations, points: [{ workers: 10, rate }] });

const curves = [
	drawn("fresh", 1, 3_000),
	drawn("fresh", 50, 3_100),
	drawn("warmed", 1, 20_000),
	drawn("warmed", 50, 30_000),
];

it("has a mark for each point at its place, and a line for each bound", () => {
	const svg = toCurveSvg(curves, [{ name: "a < b", rate: 4_000 }]);
	const [x, y] = [workersScale.toPixel(10), rateScale.toPixel(30_000)];
	expect(svg).toContain(`<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}"`);
	expect(svg.match(/<circle/g)).toHaveLength(4);
	expect(svg).toContain("a &lt; b → 4,000/s");
	expect(svg).not.toMatch(/NaN|undefined/);
});

it("one organization's curves are dashed, and labels keep a distance", () => {
	const svg = toCurveSvg(curves, []);
	expect(svg.match(/stroke-dasharray="7 4"/g)).toHaveLength(2);
	const places = [
		...svg.matchAll(/y="([\d.]+)" font-weight="bold" fill="#[0b]/g),
	];
	const tops = places.map(([, y]) => Number(y));
	for (const [index, top] of tops.slice(1).entries())
		expect(top - (tops[index] ?? 0)).toBeGreaterThanOrEqual(30);
	expect(tops).toHaveLength(4);
});

it("twice as many is the same distance everywhere", () => {
	const distance = (rate: number) =>
		rateScale.toPixel(rate) - rateScale.toPixel(2 * rate);
	expect(distance(2_000)).toBeCloseTo(distance(20_000), 6);
	expect(distance(2_000)).toBeGreaterThan(0);
});

it("the table has a column for each number of workers that any curve has", () => {
	const table = curvesTable([
		curve("fresh", 1, { 1: 3_123.4, 10: 3_300 }),
		curve("warmed", 50, { 5: 14_000, 40: 38_000 }),
	]);
	expect(table.split("\n")).toEqual([
		"| workers | 1 | 5 | 10 | 40 |",
		"| --- | --- | --- | --- | --- |",
		"| fresh, 1 organization | 3,120 |  | 3,300 |  |",
		"| warmed, 50 organizations |  | 14,000 |  | 38,000 |",
	]);
});
