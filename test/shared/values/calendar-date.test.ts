import { describe, expect, it } from "vitest";
import {
	calendarDateIn,
	isCalendarDate,
} from "../../../shared/values/calendar-date.ts";

const two = (figure: number) => String(figure).padStart(2, "0");

/** The Gregorian rule, written down anew. */
function daysIn(year: number, month: number): number {
	const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
	if (month === 2) return isLeap ? 29 : 28;
	return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

describe("isCalendarDate", () => {
	it("1: knows every day from 1900 to 2100, and no other day of their months", () => {
		const wrong: string[] = [];
		for (let year = 1900; year <= 2100; year++) {
			for (let month = 0; month <= 13; month++) {
				for (let day = 0; day <= 32; day++) {
					const isDay =
						month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
					const text = `${year}-${two(month)}-${two(day)}`;
					if (isCalendarDate(text) !== isDay) wrong.push(text);
				}
			}
		}
		expect(wrong).toEqual([]);
	});

	it.each([
		"",
		"2026",
		"2026-11",
		"2026-1-01",
		"2026-01-1",
		"26-01-01",
		"12026-01-01",
		"-2026-01-01",
		"+2026-01-01",
		"2026/01/01",
		"01-01-2026",
		"20260101",
		"2026-01-01T00:00:00Z",
		"2026-01-01Z",
		" 2026-01-01",
		"2026-01-01 ",
		"2026-01-01\n",
		"2026-W01-1",
		"2026-001",
		"２０２６-01-01",
		"2026–01–01",
		"tomorrow",
	])("1: %j is none", (text) => {
		expect(isCalendarDate(text)).toBe(false);
	});
});

describe("calendarDateIn", () => {
	it.each([
		["2026-11-21T18:29:59.999Z", "Asia/Kolkata", "2026-11-21"],
		["2026-11-21T18:30:00.000Z", "Asia/Kolkata", "2026-11-22"],
		["2026-11-21T18:30:00.000Z", "UTC", "2026-11-21"],
		["2027-01-01T00:00:00.000Z", "America/New_York", "2026-12-31"],
		["2024-02-29T12:00:00.000Z", "Pacific/Kiritimati", "2024-03-01"],
	])("2.10: %s is in %s the %s", (instant, timezone, expected) => {
		expect(calendarDateIn(timezone, new Date(instant))).toBe(expected);
	});
});
