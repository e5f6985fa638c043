import { Big } from "big.js";

/** An amount of the service or a file: a number, or a text where a number has no room for all digits. */
export type Amount = number | string;

/**
 * An amount with the currency's symbol and its customary grouping, such as `₹ 7,02,205.00`. No digit is lost, and no
 * currency is shown with fewer decimals than it has.
 *
 * @param currency Null if it is not known, so that no symbol is shown.
 */
export function formatAmount(currency: string | null, amount: Amount): string {
	const { s, c, e } = new Big(amount);
	const plain = new Big(amount).abs().toFixed();
	const [integer = "0", fraction = ""] = plain.split(".");
	const isZero = c.length === 1 && c[0] === 0 && e === 0;
	const digits = groupDigits(integer, currency);
	const decimals = fraction.padEnd(decimalsOf(currency), "0");
	const sign = s < 0 && !isZero ? "−" : "";
	const symbol = currency === null ? "" : `${symbolOf(currency)}\u00a0`;
	return `${sign}${symbol}${digits}${decimals === "" ? "" : `.${decimals}`}`;
}

/** Rupees are written in lakhs and crores, all other currencies in thousands. */
const groupDigits = (integer: string, currency: string | null) =>
	new Intl.NumberFormat(currency === "INR" ? "en-IN" : "en-US").format(
		BigInt(integer),
	);

function currencyFormat(currency: string) {
	try {
		return new Intl.NumberFormat("en-US", { style: "currency", currency });
	} catch {
		// The currency is not a code of three letters.
		return undefined;
	}
}

const symbolOf = (currency: string) =>
	currencyFormat(currency)
		?.formatToParts(0)
		.find(({ type }) => type === "currency")?.value ?? currency;

const decimalsOf = (currency: string | null) =>
	(currency === null
		? undefined
		: currencyFormat(currency)?.resolvedOptions().minimumFractionDigits) ?? 2;

/** The exact sum of amounts for each currency. */
export function sumByCurrency(
	figures: Iterable<{ currency: string | null; amount: Amount }>,
): [currency: string | null, sum: string][] {
	const sums = new Map<string | null, Big>();
	for (const { currency, amount } of figures)
		sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
	return [...sums].map(([currency, sum]) => [currency, sum.toFixed()]);
}

/**
 * Sums of several currencies in one line, such as `₹ 1,000.00 and $ 20.00`. Amounts whose currency is not known may be
 * of several: no number is their sum.
 */
export function formatSums(
	sums: readonly (readonly [string | null, Amount])[],
): string {
	const known = sums.flatMap(([currency, sum]) =>
		currency === null ? [] : [formatAmount(currency, sum)],
	);
	if (known.length < sums.length) known.push("amounts of unknown currency");
	return known.length === 0 ? "nothing" : joinWords(known);
}

export const joinWords = (words: readonly string[]): string =>
	new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words);

export const count = (number: number, one: string, many = `${one}s`): string =>
	`${formatCount(number)} ${number === 1 ? one : many}`;

export const formatCount = (number: number): string =>
	number.toLocaleString("en-IN");
