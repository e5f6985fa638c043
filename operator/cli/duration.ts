import { UsageError } from "./usage-error.ts";

const unitMilliseconds: Record<string, number> = {
	s: 1_000,
	m: 60_000,
	h: 3_600_000,
	d: 86_400_000,
};
const daysMax = 36_500;

/**
 * Contract 5, `<duration>`: digits and a unit, `90s`.
 *
 * @returns Milliseconds.
 */
export function readDuration(name: string, text: string): number {
	const [, digits = "", unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
	const milliseconds = Number(digits) * (unitMilliseconds[unit] ?? Number.NaN);
	if (milliseconds <= daysMax * 86_400_000) return milliseconds;
	throw new UsageError(
		`${name} ${text} is no duration: digits and one of s, m, h, d, at most ${daysMax}d`,
	);
}
