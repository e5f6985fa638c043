import Big from "big.js";

/**
 * An exact decimal, whatever its unit: an amount, a rate, a quantity. Inside the service money is never a
 * binary floating-point number.
 */
export type Money = Big;

export const ZERO: Money = new Big(0);

/**
 * The decimal that a caller typed: the shortest one that denotes this number (the store's text of a number
 * is taken as it stands).
 */
export function toMoney(figure: number | string): Money {
	return new Big(figure);
}

/** Half up, away from zero, to 2 decimal places. */
export function roundToCents(amount: Money): Money {
	return amount.round(2, Big.roundHalfUp);
}

export function sum(amounts: Iterable<Money>): Money {
	let total = ZERO;
	for (const amount of amounts) total = total.plus(amount);
	return total;
}

/** The decimal in full, without exponent: `99.8`. */
export function toDecimalText(amount: Money): string {
	return amount.toFixed();
}
