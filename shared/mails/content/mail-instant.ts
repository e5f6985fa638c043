/** An instant in a mail, whose reader's time zone is unknown: `7 December 2026, 10:05 UTC`. */
export function toMailInstant(instant: string): string {
	const date = new Date(instant);
	return `${day.format(date)}, ${time.format(date)} UTC`;
}

const day = new Intl.DateTimeFormat("en-GB", {
	dateStyle: "long",
	timeZone: "UTC",
});
const time = new Intl.DateTimeFormat("en-GB", {
	timeStyle: "short",
	timeZone: "UTC",
});
