import {
	calendarDateIn,
	isCalendarDate,
	isInstant,
} from "../../shared/domain/calendar-date.ts";
import { UsageError } from "./usage-error.ts";

const hourMilliseconds = 3_600_000;

/**
 * Contract 5, `<date>`: an RFC 3339 instant, or a calendar date, which means to the end of that day.
 *
 * @returns The instant, RFC 3339, once the organization's timezone is known.
 */
export function readExpiry(text: string): (timezone: string) => string {
	if (isInstant(text)) return () => text;
	if (isCalendarDate(text)) return (timezone) => endOfDay(text, timezone);
	throw new UsageError(
		`--expires ${text} is neither an RFC 3339 instant nor a date, YYYY-MM-DD`,
	);
}

/** The day's last millisecond, found by halving: days are not all 24 hours long. */
function endOfDay(date: string, timezone: string): string {
	const utcMidnight = Date.parse(`${date}T00:00:00Z`);
	let within = utcMidnight - 15 * hourMilliseconds;
	let beyond = utcMidnight + 39 * hourMilliseconds;
	while (beyond - within > 1) {
		const middle = Math.floor((within + beyond) / 2);
		if (calendarDateIn(timezone, new Date(middle)) > date) beyond = middle;
		else within = middle;
	}
	return new Date(within).toISOString();
}
