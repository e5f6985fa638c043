import { viewer } from "./viewer.ts";

/** An instant in a time zone, such as `21 Nov 2026, 15:35`. */
export const formatInstant = (instant: string, timeZone: string): string =>
	new Intl.DateTimeFormat("en-GB", {
		day: "numeric",
		month: "short",
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		timeZone,
	}).format(new Date(instant));

/** A day without a time, such as `21 Nov 2026`. */
export const formatDay = (day: string): string =>
	new Intl.DateTimeFormat("en-GB", {
		day: "numeric",
		month: "short",
		year: "numeric",
		timeZone: "UTC",
	}).format(new Date(`${day}T00:00:00Z`));

/** An instant in the time zone of the organization. */
export function Instant({ at }: { at: string }) {
	const { timeZone } = viewer.value;
	return (
		<time dateTime={at} title={timeZone}>
			{formatInstant(at, timeZone)}
		</time>
	);
}

/** The present day in a time zone, as `YYYY-MM-DD`. */
export const today = (timeZone: string): string =>
	new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
