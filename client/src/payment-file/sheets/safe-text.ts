/**
 * A text as a spreadsheet keeps it when it opens and saves a CSV file: marked with an apostrophe where the spreadsheet
 * would make a number, a date or a formula of it. The mark also stands inside a text, where a formula would begin if the
 * spreadsheet split the file at another separator.
 */
export function toSafeText(text: string): string {
	const inner = text.replace(innerFormula, "$1'$2");
	return isChanged(text) ? `'${inner}` : inner;
}

/** The text without the marks of `toSafeText`. A text that was never marked stays as it is. */
export function fromSafeText(text: string): string {
	if (!text.includes("'")) return text;
	const inner = text.replace(markedFormula, "$1$2");
	for (const unmarked of [inner.replace(/^'/, ""), inner])
		if (toSafeText(unmarked) === text) return unmarked;
	return text;
}

/** Spreadsheets skip blanks, control and invisible characters in front of a formula. */
const skipped = String.raw`[\s\p{Cc}\p{Cf}]`;
/** Spreadsheets also take the fullwidth forms of these characters. */
const formulaStart = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;

const formula = new RegExp(`^${skipped}*${formulaStart}`, "u");
// Each separator begins a match of its own, so that the search never goes back over a text.
const separator = String.raw`[;,|\t\r\n][\p{Z}\p{Cf}]*`;
const innerFormula = new RegExp(`(${separator})('*${formulaStart})`, "gu");
const markedFormula = new RegExp(`(${separator})'('*${formulaStart})`, "gu");

function isChanged(text: string): boolean {
	if (text === "" || isKeptNumber(text)) return false;
	if (text.startsWith("'") || text.startsWith("#") || formula.test(text))
		return true;
	if (/^\s*(?:true|false)\s*$/i.test(text)) return true;
	return mayBeNumberOrDate(text);
}

/** Spreadsheets show a number with at most 11 digits, and save it as they show it. */
const isKeptNumber = (text: string) =>
	/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text) &&
	text.replace(/\D/g, "").length <= 11;

const months =
	"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const days =
	"mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?";
const currencies = String.raw`\p{Sc}|rs|inr|usd|eur|gbp`;

/**
 * Every word that can stand in a number, an amount, a date or a time. The search is linear, because no two parts of the
 * pattern match the same text.
 */
const numberWords = new RegExp(
	`${months}|${days}|${currencies}|am|pm|[aptze]`,
	"giu",
);

/** Whether a text has a digit, and nothing that cannot stand in numbers, dates, times and amounts. */
function mayBeNumberOrDate(text: string): boolean {
	if (text.length > 64 || !/\p{Nd}/u.test(text)) return false;
	return !/\p{L}/u.test(text.replace(numberWords, ""));
}
