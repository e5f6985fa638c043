import { shown } from "./file-row.ts";

export type ReadAmount =
	| { amount: string; inRupees: boolean }
	| { problem: string };

/**
 * Reads an amount in the forms that are common in India: `100000`, `1,00,000.00`, `₹ 1,00,000`, `Rs. 500/-`. Groups of
 * three digits (`1,000,000`) have the same value in every country that uses the comma for groups. A form that could
 * mean two amounts is a problem, never a guess.
 */
export function readAmount(text: string): ReadAmount {
	const trimmed = text.trim();
	if (trimmed === "") return { problem: "the amount is missing" };
	const bare = trimmed.replace(rupeeSign, "").replace(rupeeEnd, "").trim();
	const problem = refuseForm(bare);
	if (problem) return { problem: `${shown(text)}: ${problem}` };
	return { amount: toShortest(bare), inRupees: bare !== trimmed };
}

const rupeeSign = /^(?:₹|Rs\.?|INR)\s*/i;
const rupeeEnd = /(?:\s*\/-|\s+INR|\s*₹)$/i;

const plain = /^\d+(?:\.\d+)?$/;
/** The first group is not 0: 0,500 may be half a rupee. */
const indianGroups = /^[1-9]\d?(?:,\d{2})*,\d{3}(?:\.\d+)?$/;
const groupsOfThree = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;

const signed = /^(?:[-+−].*|\(.*\)|.*-)$/;
const scientific = /^\d+(?:\.\d+)?e[-+]?\d+$/i;
const decimalComma = /^\d+(?:\.\d{3})*,\d+$/;
const groupsOfPoints = /^\d{1,3}(?:\.\d{3}){2,}$/;
/** Written with points for groups it would be a thousand times as much. */
const pointOrGroup = /^[1-9]\d{0,2}\.\d{3}$/;

/** The service keeps numbers of up to 15 digits exactly. */
const digitsMax = 15;

function refuseForm(text: string): string | undefined {
	if (signed.test(text)) return "an amount has no sign and no brackets";
	if (scientific.test(text))
		return "a spreadsheet has shortened this number; write all its digits";
	if (pointOrGroup.test(text))
		return `it is unclear whether the point separates decimals or thousands; write ${text}0 or ${text.replace(".", "")}`;
	if ([plain, indianGroups, groupsOfThree].some((form) => form.test(text)))
		return refuseSize(toShortest(text));
	if (decimalComma.test(text) || groupsOfPoints.test(text))
		return "the comma must separate groups (1,00,000 or 100,000) and the point decimals";
	if (/^[?\uFFFD]/.test(text))
		return 'the sign of the rupee is damaged; save the file as "CSV UTF-8"';
	return "not an amount such as 100000, 1,00,000.00 or ₹ 1,00,000";
}

function refuseSize(amount: string): string | undefined {
	if (amount === "0") return "the amount must be above 0";
	const digits = amount.replace(".", "").replace(/^0+/, "");
	if (digits.length > digitsMax)
		return `an amount has at most ${digitsMax} digits`;
	if ((amount.split(".")[1] ?? "").length > digitsMax)
		return `an amount has at most ${digitsMax} decimals`;
	return undefined;
}

function toShortest(text: string): string {
	const [whole = "", decimals = ""] = text.replaceAll(",", "").split(".");
	const fraction = decimals.replace(/0+$/, "");
	return `${whole.replace(/^0+(?=\d)/, "")}${fraction && `.${fraction}`}`;
}

/** How dates of numbers alone are written; undefined: the user has not said. */
export const dateFormats = ["day-first", "month-first", "year-first"] as const;
export type DateFormat = (typeof dateFormats)[number];

export type ReadDate = { date: string } | { problem: string };

/**
 * Reads a calendar date. `2026-11-21`, `21-Nov-26` and a spreadsheet's day number have one meaning. `03/04/2026` has
 * two: it is read only when the format is given, while `21/11/2026` and `04/04/2026` are read without it.
 */
export function readDate(text: string, format?: DateFormat): ReadDate {
	const read = parse(text.trim().replace(midnight, ""), format);
	if ("problem" in read) return { problem: `${shown(text)}: ${read.problem}` };
	if (!isCalendarDate(read))
		return { problem: `${shown(text)}: this day does not exist` };
	const { year, month, day } = read;
	return { date: `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}` };
}

interface Parts {
	year: number;
	month: number;
	day: number;
}

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const monthNamed = /^(\d{1,2})([-/. ])([a-z]{3,9})\2(\d{4}|\d{2})$/i;
const shortYear = /^\d{1,2}([-/. ])\d{1,2}\1\d{2}$/;
/** What spreadsheets and exports add to a date. */
const midnight = /[ T]0?0:00(?::00(?:\.0+)?)?(?: ?Z)?$/i;
/** Spreadsheets count days from 1899-12-30; these are 1982 to 2064. */
const serial = /^[3-5]\d{4}(?:\.0+)?$/;

const months = [
	...["january", "february", "march", "april", "may", "june"],
	...["july", "august", "september", "october", "november", "december"],
];

function parse(text: string, format?: DateFormat): Parts | { problem: string } {
	const [, year, , month, day] = yearFirst.exec(text) ?? [];
	if (year) return toParts(year, month, day);
	const [, namedDay, , name = "", yearOfName] = monthNamed.exec(text) ?? [];
	// Day, month's name and two digits of the year: no other order is written so.
	if (yearOfName)
		return toNamedParts(namedDay, name, yearOfName.padStart(4, "20"));
	if (serial.test(text)) return toSerialParts(Number(text));
	const [, first, , second, lastYear] = yearLast.exec(text) ?? [];
	if (lastYear) return toOrderedParts(first, second, lastYear, format);
	if (shortYear.test(text))
		return { problem: "write the year with four digits, or the month's name" };
	return { problem: "not a date such as 2026-11-21 or 21/11/2026" };
}

function toNamedParts(day: string | undefined, name: string, year: string) {
	const given = name.toLowerCase().replace(/^sept$/, "sep");
	const month = months.findIndex((one) =>
		[one, one.slice(0, 3)].includes(given),
	);
	if (month < 0) return { problem: "no month has this name" };
	return toParts(year, String(month + 1), day);
}

function toSerialParts(days: number): Parts {
	const date = new Date(Date.UTC(1899, 11, 30 + days));
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
	return { year, month, day: date.getUTCDate() };
}

function toOrderedParts(
	first: string | undefined,
	second: string | undefined,
	year: string,
	format?: DateFormat,
) {
	const dayFirst = toParts(year, second, first);
	const monthFirst = toParts(year, first, second);
	if (format === "day-first") return dayFirst;
	if (format === "month-first") return monthFirst;
	if (format === "year-first")
		return { problem: "the year must come first (--date-format year-first)" };
	if (!isCalendarDate(monthFirst) || first === second) return dayFirst;
	if (isCalendarDate(dayFirst))
		return {
			problem:
				"it is unclear which number is the month; write its name (21-Nov-2026), or use --date-format day-first or month-first",
		};
	return {
		problem:
			"the month comes first here; use --date-format month-first if it does in the whole file",
	};
}

const toParts = (year = "", month = "", day = ""): Parts => ({
	year: Number(year),
	month: Number(month),
	day: Number(day),
});

function isCalendarDate({ year, month, day }: Parts): boolean {
	const date = new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	return (
		date.getUTCFullYear() === year &&
		date.getUTCMonth() === month - 1 &&
		date.getUTCDate() === day
	);
}

const digits = (value: number, count: number) =>
	String(value).padStart(count, "0");

/** A spreadsheet would run these as a formula; a plain number with a sign is none. */
const formula = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainNumber = /^[-+]?\d+(?:\.\d+)?$/;
/** A spreadsheet would leave out zeros and digits of these. */
const longDigits = /^(?:0\d+|\d{12,})$/;
const monthName = `(?:${[...months.flatMap((month) => [month, month.slice(0, 3)]), "sept"].join("|")})`;
/** A spreadsheet would make powers of ten, days and times of these. Whole dates stay as they are. */
const mayBeOther = new RegExp(
	[
		String.raw`^\d+(?:\.\d+)?E[-+]?\d+$`,
		String.raw`^\d{1,4}[-/:]\d{1,4}$`,
		`^${monthName}[-/. ]?\\d{1,4}$`,
		`^\\d{1,4}[-/. ]?${monthName}$`,
	].join("|"),
	"i",
);

/**
 * A text as a spreadsheet shows it unchanged: marked with an apostrophe where the spreadsheet would make something else
 * of it.
 */
export function toSafeCell(text: string): string {
	const isFormula = formula.test(text) && !plainNumber.test(text);
	return isFormula || longDigits.test(text) || mayBeOther.test(text)
		? `'${text}`
		: text;
}

/** The text without the mark. */
export const fromSafeCell = (text: string): string =>
	text.startsWith("'") && toSafeCell(text.slice(1)) === text
		? text.slice(1)
		: text;
