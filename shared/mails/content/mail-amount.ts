import { type Decimal, toDecimalText } from "../../money/decimal.ts";
import { toMailText } from "./mail-text.ts";

/**
 * An amount with the symbol of its currency, as the approval page and the console show it too: `₹ 1,50,000.00`. It has at
 * least the decimals of the currency, and never fewer than the amount has. Digits are grouped on the text: every digit of
 * the amount is kept.
 */
export function toMailAmount(currency: string, amount: Decimal): string {
	const [, decimals = ""] = toDecimalText(amount).split(".");
	const [integer = "", fraction = ""] = amount
		.abs()
		.toFixed(Math.max(decimalsOf(currency), decimals.length))
		.split(".");
	const sign = amount.lt(0) ? "−" : "";
	const digits = groupDigits(currency, integer);
	const point = fraction === "" ? "" : `.${fraction}`;
	return `${sign}${symbolOf(currency)}\u00a0${digits}${point}`;
}

/** Rupees are written in lakhs and crores, all other currencies in thousands. */
const groupDigits = (currency: string, integer: string): string =>
	integer.replaceAll(currency === "INR" ? lakhs : thousands, "$&,");

const lakhs = /\d(?=(?:\d{2})*\d{3}$)/g;
const thousands = /\d(?=(?:\d{3})+$)/g;

function currencyFormat(currency: string) {
	try {
		return new Intl.NumberFormat("en-US", { style: "currency", currency });
	} catch {
		// The text is not a code of three letters.
		return undefined;
	}
}

const symbolOf = (currency: string): string =>
	currencyFormat(currency)
		?.formatToParts(0)
		.find(({ type }) => type === "currency")?.value ?? toMailText(currency, 8);

const decimalsOf = (currency: string): number =>
	currencyFormat(currency)?.resolvedOptions().minimumFractionDigits ?? 2;
