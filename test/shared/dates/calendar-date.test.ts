import { describe, expect, it } from "vitest";
import {
	calendarDateIn,
	isCalendarDate,
	isInstant,
} from "../../../shared/dates/calendar-date.ts";

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
	])("1: %j is not an instant", (text) => {
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

describe("isInstant", () => {
	const instant = "2026-01-31T23:59:59Z";
	it.each([
		instant,
		"2026-01-31T00:00:00.1Z",
		"2026-01-31T09:19:29.123456789Z",
		"2026-01-31T20:00:00+05:30",
		"2026-01-31T10:00:00-19:59",
		"2026-01-31T10:00:00+23:00",
	])("1: %s is an instant", (text) => expect(isInstant(text)).toBe(true));

	it.each([
		...[`x${instant}`, `${instant}x`, instant.slice(0, -1), `${instant}\n`],
		...["", "2026-01-31", "2026-01-31Z", "2026-01-31 23:59:59Z"],
		...["2026-02-29T10:00:00Z", "2026-13-01T10:00:00Z", "26-01-31T10:00:00Z"],
	])("1: %j is not an instant", (text) => expect(isInstant(text)).toBe(false));

	it.each([
		...["24:00:00", "30:00:00", "1:00:00", "x1:00:00", "2x:00:00", "0x:00:00"],
		...["10:60:00", "10:0:00", "10:x0:00", "10:0x:00", "10:00"],
		...["10:00:60", "10:00:0", "10:00:x0", "10:00:0x", "10:00:00."],
		...["10:00:00.x", "10:00:00,5", "10:00:00x5"],
	])("1: an instant has no time %s", (time) => {
		expect(isInstant(`2026-01-31T${time}Z`)).toBe(false);
	});

	it.each([
		...["z", "05:30", "*05:30", "+5:30", "+0530", "+05", "+05:3"],
		...["+24:00", "+30:00", "+x0:00", "+0x:00", "+2x:00"],
		...["+05:60", "+05:x0", "+05:0x", "+05:300"],
	])("1: an instant has no offset %s", (offset) => {
		expect(isInstant(`2026-01-31T10:00:00${offset}`)).toBe(false);
	});
});
