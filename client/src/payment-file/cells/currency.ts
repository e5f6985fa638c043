const codes = new Set(Intl.supportedValuesOf("currency"));

/** Whether the text is the code of a currency (ISO 4217). */
export const isCurrencyCode = (text: string): boolean => codes.has(text);

/** Signs that several currencies have. */
const shared: Readonly<Record<string, readonly string[]>> = {
	$: ["USD", "AUD", "CAD", "SGD", "HKD", "NZD", "MXN", "TWD"],
	"¥": ["JPY", "CNY"],
};

/** Whether the currency that a file gives for a payment can be that of its invoice. */
export function mayBeCurrency(said: string, currency: string): boolean {
	const code = currency.toUpperCase();
	return said.toUpperCase() === code || (shared[said]?.includes(code) ?? false);
}

/** A code that is a word of its own. */
const headingCode =
	/(?<![\p{L}\p{N}])(INR|USD|EUR|GBP|AED|SGD|JPY|AUD|CAD|CHF|CNY|Rs)(?![\p{L}\p{N}])/iu;
const headingSign = /[₹$€£¥]/u;
const signs: Readonly<Record<string, string>> = {
	"₹": "INR",
	"€": "EUR",
	"£": "GBP",
};

/** The currency that the heading of a column of amounts names, such as `USD` in `Amount (USD)`. */
export function findCurrencyInHeading(heading: string): string | undefined {
	const [, code] = headingCode.exec(heading) ?? [];
	if (code) return code.toUpperCase() === "RS" ? "INR" : code.toUpperCase();
	const [sign] = headingSign.exec(heading) ?? [];
	return sign && (signs[sign] ?? sign);
}
