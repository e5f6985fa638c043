import { describe, expect, it } from "vitest";
import { quantile } from "../../bench/ratio.ts";
import { isMissed, report } from "../../bench/report.ts";

const row = (samples: number[], more: object = {}) => ({
	measure: "wall",
	samples,
	...more,
});

describe("a target", () => {
	it.each([
		[[1, 2, 3], { atMost: 2 }, ""],
		[[2.1, 2.2, 2.6], { atMost: 2 }, " MISSED"],
		[[1, 2.2, 3], { atMost: 2 }, " within the quartiles"],
		[[7, 8, 9], { atLeast: 7 }, ""],
		[[6, 6.5, 8], { atLeast: 7 }, " within the quartiles"],
		[[5, 6, 6.5], { atLeast: 7 }, " MISSED"],
	])("%j, %j:%s", (samples, target, verdict) => {
		const measured = row(samples, { target });
		const [, , line] = report([measured]).split("\n");
		const [sign, limit] = Object.entries(target)[0] ?? [];
		expect(line).toContain(
			`| ${sign === "atMost" ? "≤" : "≥"} ${limit}${verdict} |`,
		);
		expect(isMissed(measured)).toBe(verdict === " MISSED");
	});

	it("an absent goal cannot be missed", () => {
		expect(isMissed(row([1]))).toBe(false);
	});
});

it("a row has the median, the quartiles, and the samples that other work disturbed", () => {
	const disturbed = { disturbedCount: 2, includesDisturbed: false };
	expect(report([row([4, 1, 2, 3], disturbed)])).toContain(
		"| wall | 2.5 | 1.75 to 3.25 | 2 of 6, left out |  |",
	);
	expect(
		report([row([1, 2], { ...disturbed, includesDisturbed: true })]),
	).toContain("2 of 2, kept");
	expect(report([row([5])])).toContain("| wall | 5 |  |  |  |");
});

it("quantiles lie between samples", () => {
	expect(quantile([10, 20], 0.5)).toBe(15);
	expect(quantile([3, 1, 2], 1)).toBe(3);
});
