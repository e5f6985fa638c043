import { type Decimal, roundToCents, toDecimal } from "../../money/decimal.ts";

export const rateTypes = ["PERCENTAGE", "ABSOLUTE"] as const;
export type RateType = (typeof rateTypes)[number];

/** A GST or TDS tax of the organization (spec 2.9). */
export interface Tax {
	id: number;
	rate: Decimal;
	rateType: RateType;
}

const percent = toDecimal("0.01");

/**
 * The tax on a base amount, to 2 places (`conventions.md`). Spec 2.9, 4.2 rule 2 and 4.3 rule 3.
 *
 * @param base Quantity x rate of a line, or the amount of an advance.
 */
export function computeTax(
	base: Decimal,
	{ rate, rateType }: Pick<Tax, "rate" | "rateType">,
): Decimal {
	if (rateType === "ABSOLUTE") return roundToCents(rate);
	// Multiplied by 0.01, not divided by 100: a quotient is rounded, and rounding twice may be a cent off.
	return roundToCents(base.times(rate).times(percent));
}

/** Does the supplied amount, rounded to 2 places, equal the computed one? */
export function isSameFigure(supplied: Decimal, computed: Decimal): boolean {
	return roundToCents(supplied).eq(computed);
}

/** A GST or TDS tax as the organization configured it (spec 2.9). */
export interface TaxConfiguration extends Tax {
	name: string;
}
