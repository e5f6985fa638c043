import { type Decimal, toDecimalText } from "../../money/decimal.ts";
import { toMailText } from "./mail-text.ts";

/**
 * An amount with its currency, as the approval page shows it too: `INR 1,50,000.00`. It has at least two decimals, and
 * never fewer than the amount has. Digits are grouped on the text: every digit of the amount is kept.
 */
export function toMailAmount(currency: string, amount: Decimal): string {
	const [, decimals = ""] = toDecimalText(amount).split(".");
	const [integer = "", fraction = ""] = amount
		.toFixed(Math.max(2, decimals.length))
		.split(".");
	const code = toMailText(currency, 8);
	return `${code} ${groupDigits(code, integer)}.${fraction}`;
}

/** Rupees are written in lakhs and crores, all other currencies in thousands. */
const groupDigits = (currency: string, integer: string): string =>
	integer.replaceAll(currency === "INR" ? lakhs : thousands, "$&,");

const lakhs = /\d(?=(?:\d{2})*\d{3}$)/g;
const thousands = /\d(?=(?:\d{3})+$)/g;
