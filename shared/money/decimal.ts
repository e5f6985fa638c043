import Big from "big.js";

/**
 * An exact decimal: an amount, a rate or a quantity. Inside the service, money is never a binary floating-point number
 * (ADR 10).
 */
export type Decimal = Big;

export const ZERO: Decimal = new Big(0);

/**
 * Converts a number to the shortest decimal that denotes it, which is the one that the caller typed. Converts a decimal
 * text exactly.
 */
export function toDecimal(figure: number | string): Decimal {
	return new Big(figure);
}

/**
 * Rounds half up (away from zero) to 2 decimal places. Of -0.001, `round` makes -0, which is not deeply equal to the 0
 * that is stored; the addition makes 0 of it.
 */
export function roundToCents(amount: Decimal): Decimal {
	return amount.round(2, Big.roundHalfUp).plus(0);
}

export function sum(amounts: Iterable<Decimal>): Decimal {
	let total = ZERO;
	for (const amount of amounts) total = total.plus(amount);
	return total;
}

/** Formats a decimal without exponent: `99.8`. */
export function toDecimalText(amount: Decimal): string {
	return amount.toFixed();
}

/** The store keeps no more significant digits of a number. */
export const digitsMax = 38;

/** The number of significant digits of a decimal. */
export const countDigits = (amount: Decimal): number => amount.c.length;
