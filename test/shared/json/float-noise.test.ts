import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutFloatNoise } from "../../../shared/json/float-noise.ts";
import { toDecimal } from "../../../shared/money/decimal.ts";
import { propertySeed } from "../../support/property-seed.ts";

const parameters = { seed: propertySeed, numRuns: 2_000 };

/** Amounts to the paisa, below a hundred million. */
const paise = fc.integer({ min: 0, max: 1e10 });
const figures = fc.double({ noNaN: true, min: -1e15, max: 1e15 });

describe("conventions: withoutFloatNoise", () => {
	it("a sum of amounts is exact in decimals", () => {
		const property = fc.property(paise, paise, (a, b) => {
			expect(withoutFloatNoise(a / 100 + b / 100)).toBe((a + b) / 100);
		});
		fc.assert(property, parameters);
	});

	it("a figure of at most 15 digits is exactly what was sent", () => {
		const property = fc.property(figures, (figure) => {
			const sent = Number(figure.toPrecision(15));
			expect(withoutFloatNoise(sent)).toBe(sent);
		});
		fc.assert(property, parameters);
	});

	it("any other number is the nearest one of 15 digits if that is within 0.000001, otherwise the number that was sent", () => {
		const property = fc.property(figures, (figure) => {
			const nearest = Number(figure.toPrecision(15));
			const isNear = toDecimal(figure).minus(nearest).abs().lte("0.000001");
			expect(withoutFloatNoise(figure) === (isNear ? nearest : figure)).toBe(
				true,
			);
		});
		fc.assert(property, parameters);
	});

	it.each([Number.POSITIVE_INFINITY, 5e-324, -0, 1e300, 99999999999999.98])(
		"%d stays",
		(figure) => {
			expect(withoutFloatNoise(figure)).toBe(figure);
		},
	);
});
