import {
	calendarDateIn,
	isCalendarDate,
	isInstant,
} from "../../../shared/dates/calendar-date.ts";
import { UsageError } from "./command.ts";

const hourMilliseconds = 3_600_000;
const unitMilliseconds: Record<string, number> = {
	s: 1_000,
	m: 60_000,
	h: hourMilliseconds,
	d: 24 * hourMilliseconds,
};
const daysMax = 36_500;

/**
 * Parses a `<duration>` (contract 5): digits and a unit, such as `90s`.
 *
 * @returns Milliseconds.
 * @throws UsageError
 */
export function readDuration(name: string, text: string): number {
	const [, digits = "", unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
	const milliseconds = Number(digits) * (unitMilliseconds[unit] ?? Number.NaN);
	if (milliseconds <= daysMax * 24 * hourMilliseconds) return milliseconds;
	throw new UsageError(
		`${name} ${text} is not a duration: use digits and one of s, m, h, d, at most ${daysMax}d`,
	);
}

/**
 * Parses a `<date>` (contract 5): an RFC 3339 instant, or a calendar date, which includes that whole day.
 *
 * @returns A function from the organization's timezone to the instant (RFC 3339).
 * @throws UsageError
 */
export function readExpiry(text: string): (timezone: string) => string {
	if (isInstant(text)) return () => text;
	if (isCalendarDate(text)) return (timezone) => endOfDay(text, timezone);
	throw new UsageError(
		`--expires ${text} is neither an RFC 3339 instant nor a date, YYYY-MM-DD`,
	);
}

/**
 * Parses a `<date>` (contract 5) that stands for a whole day.
 *
 * @returns A function from the organization's timezone to the calendar date; undefined without a text.
 * @throws UsageError
 */
export function readDay(
	name: string,
	text: string | undefined,
): ((timezone: string) => string) | undefined {
	if (text === undefined) return undefined;
	if (isCalendarDate(text)) return () => text;
	if (isInstant(text))
		return (timezone) => calendarDateIn(timezone, new Date(text));
	throw new UsageError(
		`${name} ${text} is neither an RFC 3339 instant nor a date, YYYY-MM-DD`,
	);
}

/** RFC 3339 has no later year. */
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

/** Finds the last millisecond of a day by binary search, since a day may have 23 or 25 hours (daylight saving time). */
function endOfDay(date: string, timezone: string): string {
	const utcMidnight = Date.parse(`${date}T00:00:00Z`);
	let within = utcMidnight;
	let beyond = utcMidnight + 39 * hourMilliseconds;
	while (beyond - within > 1) {
		const middle = Math.floor((within + beyond) / 2);
		const local = calendarDateIn(timezone, new Date(middle));
		if (padYear(local) > padYear(date)) beyond = middle;
		else within = middle;
	}
	return new Date(Math.min(within, lastInstant)).toISOString();
}

/** Makes dates comparable as texts, since the year of `calendarDateIn` has 1 to 5 digits. */
const padYear = (date: string) => date.padStart("10000-01-01".length, "0");
