/** An instant in the organization's time zone, whose offset is named: `7 Dec 2026, 15:35 UTC+5:30`. */
export const toMailInstant = (instant: string, timeZone: string): string =>
	new Intl.DateTimeFormat("en-GB", {
		day: "numeric",
		month: "short",
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		timeZone,
		timeZoneName: "shortOffset",
	})
		.format(new Date(instant))
		.replace(/GMT(?:\+0$)?/, "UTC");
