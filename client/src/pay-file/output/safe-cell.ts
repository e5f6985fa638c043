/** A spreadsheet would run these as a formula; a plain number with a sign is none. */
const formula = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainNumber = /^[-+]?\d+(?:\.\d+)?$/;
/** A spreadsheet would leave out zeros and digits of these. */
const longDigits = /^(?:0\d+|\d{12,})$/;

/** A text as a spreadsheet shows it unchanged: marked with an apostrophe where the spreadsheet would make something else of it. */
export function toSafeCell(text: string): string {
	const isFormula = formula.test(text) && !plainNumber.test(text);
	return isFormula || longDigits.test(text) ? `'${text}` : text;
}

/** The text without the mark. */
export const fromSafeCell = (text: string): string =>
	text.startsWith("'") && toSafeCell(text.slice(1)) === text
		? text.slice(1)
		: text;
