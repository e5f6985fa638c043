import { element } from "./element.js";

/**
 * An amount as the mail shows it: `INR 1,50,000.00`. At least two decimals, and never fewer than the amount has.
 *
 * @param amount A decimal as text, as the service sent it: no digit is lost.
 */
export function formatAmount(currency, amount) {
	const [, sign, integer, fraction = ""] =
		/^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
	if (integer === undefined) return `${currency} ${amount}`;
	// Rupees are written in lakhs and crores, all other currencies in thousands.
	const grouping = new Intl.NumberFormat(
		currency === "INR" ? "en-IN" : "en-US",
	);
	const digits = grouping.format(BigInt(integer));
	return `${currency} ${sign}${digits}.${fraction.padEnd(2, "0")}`;
}

/** An instant in the reader's time zone, whose offset is named: `21 Nov 2026, 10:05 UTC+5:30`. */
export const formatInstant = (instant) =>
	new Intl.DateTimeFormat(locale(), {
		day: "numeric",
		month: "short",
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		timeZoneName: "shortOffset",
	})
		.format(new Date(instant))
		.replace("GMT", "UTC");

/** The reader's kind of English, which is the language of the page. */
const locale = () =>
	navigator.languages.find((language) => /^en\b/i.test(language)) ?? "en-GB";

export const timeElement = (instant) =>
	element("time", { datetime: instant }, formatInstant(instant));
