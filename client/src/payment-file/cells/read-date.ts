import type { Cell } from "../sheets/sheet.ts";

/** How to read dates that are written with numbers alone. Without an order, an ambiguous date is a problem. */
export const dateOrders = ["day-first", "month-first"] as const;
export type DateOrder = (typeof dateOrders)[number];

export type ReadDate =
	| { date: string }
	| {
			/** A predicate, such as "is not a date". */
			problem: string;
			/** The caller must say whether the day or the month comes first. */
			isAmbiguous?: true;
	  };

/**
 * Reads a calendar date. `2026-11-21` and `21-Nov-26` have one meaning. `03/04/2026` has two: it is read only when the
 * order is given, while `21/11/2026` and `04/04/2026` are read without it. A time after the date is ignored, but a time
 * of another time zone is a problem.
 */
export function readDate({ text, day }: Cell, order?: DateOrder): ReadDate {
	if (day !== undefined) return { date: day };
	const shown = text
		.normalize("NFKC")
		.replace(/\p{Cf}/gu, "")
		.replace(/\p{Z}+/gu, " ")
		.trim();
	const read = parse(shown, order);
	if ("problem" in read) return read;
	if (!isCalendarDate(read)) return { problem: "is a day that does not exist" };
	const { year, month, day: dayOfMonth } = read;
	return { date: `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}` };
}

interface Parts {
	year: number;
	month: number;
	day: number;
}

const time =
	/(?:T|,? )(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?: ?([ap])\.?m\.?)?( ?Z| ?[-+]\d{2}:?\d{2})?$/i;

function parse(
	text: string,
	order?: DateOrder,
): Parts | Exclude<ReadDate, { date: string }> {
	const [
		whole = "",
		hours = "",
		minutes = "",
		seconds = "",
		fraction = "",
		,
		zone,
	] = time.exec(text) ?? [];
	const isMidnight = /^0*$/.test(hours + minutes + seconds + fraction);
	if (zone && !isMidnight)
		return {
			problem:
				"has the time of another time zone, in which it may be another day; write the day alone",
		};
	return parseDay(whole ? text.slice(0, -whole.length) : text, order);
}

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const monthNamed = /^(\d{1,2})([-/. ])([a-z]{3,9})\.?,?\2(\d{4}|\d{2})$/i;
const monthNameFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i;
const shortYear = /^\d{1,2}([-/. ])\d{1,2}\1\d{2}$/;

const months = [
	...["january", "february", "march", "april", "may", "june"],
	...["july", "august", "september", "october", "november", "december"],
];

function parseDay(
	text: string,
	order?: DateOrder,
): Parts | Exclude<ReadDate, { date: string }> {
	const [, year, , month, day] = yearFirst.exec(text) ?? [];
	if (year) return toParts(year, month, day);
	const [, namedDay, , name = "", namedYear] = monthNamed.exec(text) ?? [];
	// With the month's name in the middle, the day comes first, even before a year of two digits.
	if (namedYear)
		return toNamedParts(namedDay, name, namedYear.padStart(4, "20"));
	const [, firstName = "", dayBehind, lastYear] =
		monthNameFirst.exec(text) ?? [];
	if (lastYear) return toNamedParts(dayBehind, firstName, lastYear);
	const [, first, , second, yearBehind] = yearLast.exec(text) ?? [];
	if (yearBehind)
		return toOrderedParts({ first, second, year: yearBehind }, order);
	if (shortYear.test(text))
		return {
			problem:
				"has only two digits of the year; write four, or the name of the month",
		};
	if (/^\d{5}(?:\.\d+)?$/.test(text))
		return {
			problem: "is the number of a day; format the cell as a date",
		};
	return { problem: "is not a date such as 2026-11-21 or 21-Nov-2026" };
}

function toNamedParts(day: string | undefined, name: string, year: string) {
	const given = name.toLowerCase().replace(/^sept$/, "sep");
	const month = months.findIndex((one) =>
		[one, one.slice(0, 3)].includes(given),
	);
	if (month < 0) return { problem: "names a month that does not exist" };
	return toParts(year, String(month + 1), day);
}

function toOrderedParts(
	{
		first,
		second,
		year,
	}: { first: string | undefined; second: string | undefined; year: string },
	order?: DateOrder,
): Parts | Exclude<ReadDate, { date: string }> {
	const dayFirst = toParts(year, second, first);
	const monthFirst = toParts(year, first, second);
	if (order === "day-first") return dayFirst;
	if (order === "month-first") return monthFirst;
	if (!isCalendarDate(monthFirst) || first === second) return dayFirst;
	return isCalendarDate(dayFirst)
		? {
				problem:
					"may mean two days; write the name of the month (21-Nov-2026), or say whether the day or the month comes first",
				isAmbiguous: true,
			}
		: {
				problem:
					"has the month first; say so if it comes first in the whole file",
				isAmbiguous: true,
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

const pad = (value: number, count: number) =>
	String(value).padStart(count, "0");
