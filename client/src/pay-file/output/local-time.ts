/** A time as users of this machine read it, such as `23 Nov 2026, 14:39`. */
export const localTime = (milliseconds: number): string =>
	new Intl.DateTimeFormat("en-GB", {
		dateStyle: "medium",
		timeStyle: "short",
	}).format(milliseconds);
