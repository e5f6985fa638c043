import { describe, expect, it } from "vitest";
import { UsageError } from "../../../tools/operator/cli/command.ts";
import {
	readDuration,
	readExpiry,
} from "../../../tools/operator/cli/time-arguments.ts";

describe("contract 5: <date> is an instant, or a day to its end in the organization's timezone", () => {
	it.each([
		["2030-01-01T00:00:00Z", "Asia/Kolkata", "2030-01-01T00:00:00Z"],
		["2030-01-01", "Asia/Kolkata", "2030-01-01T18:29:59.999Z"],
		["2030-01-01", "UTC", "2030-01-01T23:59:59.999Z"],
		["2030-01-01", "Pacific/Kiritimati", "2030-01-01T09:59:59.999Z"],
		["2030-01-01", "Pacific/Pago_Pago", "2030-01-02T10:59:59.999Z"],
		// A day of 23 hours, and one of 25.
		["2026-03-29", "Europe/Berlin", "2026-03-29T21:59:59.999Z"],
		["2026-10-25", "Europe/Berlin", "2026-10-25T22:59:59.999Z"],
		// Years that `Date` knows with more or fewer digits than the four of RFC 3339.
		["9999-12-31", "Asia/Kolkata", "9999-12-31T18:29:59.999Z"],
		["9999-12-31", "Pacific/Pago_Pago", "9999-12-31T23:59:59.999Z"],
		["0999-12-31", "UTC", "0999-12-31T23:59:59.999Z"],
	])("%s in %s", (text, timezone, instant) => {
		expect(readExpiry(text)(timezone)).toBe(instant);
	});

	it.each(["", "tomorrow", "2030-1-1", "2030-02-30", "2030-01-01T00:00:00"])(
		"refuses %j",
		(text) => {
			expect(() => readExpiry(text)).toThrow(UsageError);
		},
	);
});

describe("contract 5: <duration> is digits and one of s m h d", () => {
	it.each([
		["90s", 90_000],
		["10m", 600_000],
		["2h", 7_200_000],
		["1d", 86_400_000],
		["0s", 0],
		["36500d", 3_153_600_000_000],
	])("%s", (text, milliseconds) => {
		expect(readDuration("--for", text)).toBe(milliseconds);
	});

	it.each(["", "5", "s", "-5m", "1.5h", "1w", "5M", " 5m", "36501d"])(
		"refuses %j",
		(text) => {
			expect(() => readDuration("--for", text)).toThrow(UsageError);
		},
	);
});
