import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	type DateFormat,
	readDate,
} from "../../../../client/src/pay-file/input/cells.ts";
import { propertySeed } from "../../../support/property-seed.ts";

const dateOf = (text: string, format?: DateFormat) => {
	const read = readDate(text, format);
	return "problem" in read ? read : read.date;
};

describe("11.4: dates with one meaning are read", () => {
	it.each([
		"2026-11-21",
		"2026/11/21",
		"21/11/2026",
		"21-11-2026",
		"21.11.2026",
		"21-Nov-2026",
		"21 nov 2026",
		"21 November 2026",
		" 21/11/2026 ",
		"21-Nov-26",
		"21 november 26",
		"2026-11-21 00:00:00",
		"2026-11-21T00:00:00Z",
		"21/11/2026 00:00",
		"2026-11-21 0:00",
		"2026-11-21 00:00:00.000",
		"46347",
		"46347.00",
	])("%s", (text) => {
		expect(dateOf(text)).toBe("2026-11-21");
	});

	it.each([
		["04/04/2026", "2026-04-04"],
		["29/02/2028", "2028-02-29"],
		["1/1/2026", "2026-01-01"],
		["21-Sept-26", "2026-09-21"],
	])("%s", (text, date) => {
		expect(dateOf(text)).toEqual(date);
	});
});

describe("11.4: --date-format decides what cannot be known", () => {
	it.each([
		["03/04/2026", undefined, "unclear which number is the month"],
		["03/04/2026", "day-first", "2026-04-03"],
		["03/04/2026", "month-first", "2026-03-04"],
		["03/04/2026", "year-first", "the year must come first"],
		["11/21/2026", undefined, "the month comes first here"],
		["11/21/2026", "day-first", "does not exist"],
		["11/21/2026", "month-first", "2026-11-21"],
		["21/11/2026", "month-first", "does not exist"],
		["2026-04-03", "month-first", "2026-04-03"],
	] as const)("%s, %s: %s", (text, format, expected) => {
		expect(dateOf(text, format)).toEqual(
			/^\d/.test(expected)
				? expected
				: { problem: expect.stringContaining(expected) },
		);
	});
});

describe("11.4: other dates are reported", () => {
	it.each([
		["30/02/2026", "does not exist"],
		["2026-02-29", "does not exist"],
		["00/05/2026", "does not exist"],
		["32/13/2026", "does not exist"],
		["2026-13-01", "does not exist"],
		["21/11/26", "write the year with four digits, or the month's name"],
		["21-Foo-2026", "no month has this name"],
		["21/11-2026", "not a date"],
		["6347", "not a date"],
		["46347.5", "not a date"],
		["21-Nov-126", "not a date"],
		["2026-11-21T10:00:00Z", "not a date"],
		["today", "not a date"],
		["x2026-11-21", "not a date"],
		["121/11/2026", "not a date"],
		["21/11/20261", "not a date"],
		["121-Nov-2026", "not a date"],
		["121/11/26", "not a date"],
		["21/11/261", "not a date"],
		["2026 00:00-11-21", "not a date"],
		["146347", "not a date"],
	])("%s: %s", (text, problem) => {
		expect(dateOf(text)).toEqual({
			problem: expect.stringContaining(problem),
		});
	});
});

it("11.4: a date written in any form reads as the same day", () => {
	const days = fc.date({
		min: new Date("1990-01-01"),
		max: new Date("2099-12-31"),
		noInvalidDate: true,
	});
	fc.assert(
		fc.property(days, fc.constantFrom("/", "-", "."), (day, separator) => {
			const date = day.toISOString().slice(0, 10);
			const [year = "", month = "", dayOfMonth = ""] = date.split("-");
			const write = (...parts: string[]) => parts.join(separator);
			expect(dateOf(write(year, month, dayOfMonth))).toBe(date);
			expect(dateOf(write(dayOfMonth, month, year), "day-first")).toBe(date);
			expect(dateOf(write(month, dayOfMonth, year), "month-first")).toBe(date);
			const name = day.toLocaleString("en", { month: "long", timeZone: "UTC" });
			for (const written of [name, name.slice(0, 3).toUpperCase()])
				expect(dateOf(write(dayOfMonth, written, year))).toBe(date);
			// Without a format it is the same day, or reported.
			const guessed = dateOf(write(dayOfMonth, month, year));
			if (Number(dayOfMonth) > 12 || dayOfMonth === month)
				expect(guessed).toBe(date);
			else expect(guessed).toHaveProperty("problem");
		}),
		{ seed: propertySeed },
	);
});
