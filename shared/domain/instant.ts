import { isCalendarDate } from "./calendar-date.ts";

const rfc3339 =
	/^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Is this text an instant as RFC 3339 writes it, on a day that the calendar has? */
export function isInstant(text: string): boolean {
	const date = rfc3339.exec(text)?.[1];
	return date !== undefined && isCalendarDate(date);
}
