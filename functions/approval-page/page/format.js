import { element } from "./element.js";

/**
 * An amount as the mail shows it: `₹ 1,50,000.00`. At least the decimals of its currency, and never fewer than the amount
 * has.
 *
 * @param amount A decimal as text, as the service sent it: no digit is lost.
 */
export function formatAmount(currency, amount) {
	const [, sign, integer, fraction = ""] =
		/^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
	const format = currencyFormat(currency);
	const symbol =
		format?.formatToParts(0).find(({ type }) => type === "currency")?.value ??
		currency;
	if (integer === undefined) return `${symbol}\u00a0${amount}`;
	// Rupees are written in lakhs and crores, all other currencies in thousands.
	const grouping = new Intl.NumberFormat(
		currency === "INR" ? "en-IN" : "en-US",
	);
	const digits = grouping.format(BigInt(integer));
	const least = format?.resolvedOptions().minimumFractionDigits ?? 2;
	const decimals = fraction.padEnd(least, "0");
	const point = decimals === "" ? "" : `.${decimals}`;
	return `${sign && "−"}${symbol}\u00a0${digits}${point}`;
}

function currencyFormat(currency) {
	try {
		return new Intl.NumberFormat("en-US", { style: "currency", currency });
	} catch {
		// Not of three letters.
		return undefined;
	}
}

/** An instant in the reader's time zone, whose offset is named: `21 Nov 2026, 10:05 UTC+5:30`. */
export const formatInstant = (instant) =>
	new Intl.DateTimeFormat("en-GB", {
		day: "numeric",
		month: "short",
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		timeZoneName: "shortOffset",
	})
		.format(new Date(instant))
		.replace(/GMT(?:\+0$)?/, "UTC");

export const timeElement = (instant) =>
	element("time", { datetime: instant }, formatInstant(instant));
