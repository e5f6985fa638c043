import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDecimal, toDecimalText } from "../../../../shared/money/decimal.ts";
import {
	computeTax,
	isSameFigure,
	type RateType,
} from "../../../../shared/organizations/taxes/tax.ts";
import { propertySeed } from "../../../support/property-seed.ts";

const taxOn = (
	base: number | string,
	rate: number | string,
	rateType: RateType = "PERCENTAGE",
) =>
	toDecimalText(
		computeTax(toDecimal(base), { rate: toDecimal(rate), rateType }),
	);

describe("computeTax", () => {
	it.each([
		// Half a cent goes away from zero.
		[0.5, 1, "0.01"],
		[-0.5, 1, "-0.01"],
		[0.499, 1, "0"],
		[2.5, 5, "0.13"],
		[10.25, 18, "1.85"],
		// As binary floating point these come out a cent low.
		[100.5, 1, "1.01"],
		[1.005, 100, "1.01"],
		[4.35, 100, "4.35"],
		[435, 1, "4.35"],
		[8.575, 100, "8.58"],
		[1.1, 28, "0.31"],
		// Not a cent for what is only nearly half.
		["0.49999999999999999999", 1, "0"],
		["0.49999999999999999999", "1.00000000000000000001", "0"],
		// As large as a quantity and a rate may be.
		["999999999999999000000000000000", 18, "179999999999999820000000000000"],
		[0, 18, "0"],
		[100, 0, "0"],
	])("2.9: PERCENTAGE on %s at %s is %s", (base, rate, expected) => {
		expect(taxOn(base, rate)).toBe(expected);
	});

	it.each([
		[18, "18"],
		[1.005, "1.01"],
		[0.004, "0"],
		[-2.345, "-2.35"],
	])("2.9: ABSOLUTE %s is %s for any base", (rate, expected) => {
		for (const base of [0, 1, -7.77, 1e14]) {
			expect(taxOn(base, rate, "ABSOLUTE")).toBe(expected);
		}
	});

	it("2.9: PERCENTAGE agrees with integer arithmetic on any figures", () => {
		const cents = fc.integer({ min: 0, max: 10 ** 9 });
		const basisPoints = fc.integer({ min: 0, max: 10_000 });
		fc.assert(
			fc.property(cents, basisPoints, (base, rate) => {
				const expected = (BigInt(base) * BigInt(rate) + 5_000n) / 10_000n;
				const tax = taxOn(inCents(BigInt(base)), inCents(BigInt(rate)));
				expect(toDecimal(tax).times(100).toFixed()).toBe(String(expected));
			}),
			{ seed: propertySeed, numRuns: 500 },
		);
	});
});

describe("isSameFigure", () => {
	it.each([18, 18.0, 18.004, 18.00000000000001, 17.995, 17.999999])(
		"4.2 rule 2: %s is right for a computed 18",
		(supplied) => {
			expect(isSameFigure(toDecimal(supplied), toDecimal("18.00"))).toBe(true);
		},
	);

	it.each([18.01, 18.005, 17.99, 17.9949, -18, 0])(
		"4.2 rule 2: %s is wrong for a computed 18",
		(supplied) => {
			expect(isSameFigure(toDecimal(supplied), toDecimal(18))).toBe(false);
		},
	);
});

function inCents(hundredths: bigint): string {
	const digits = String(hundredths).padStart(3, "0");
	return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
