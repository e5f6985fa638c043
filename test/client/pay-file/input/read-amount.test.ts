import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAmount } from "../../../../client/src/pay-file/input/cells.ts";
import { propertySeed } from "../../../support/property-seed.ts";

const amountOf = (text: string) => {
	const read = readAmount(text);
	return "problem" in read ? read : read.amount;
};

describe("11.4: amounts are read in the common Indian forms", () => {
	it.each([
		["100000", "100000"],
		["100000.10", "100000.1"],
		["1,00,000.00", "100000"],
		["12,34,56,789.5", "123456789.5"],
		["1,234,567.50", "1234567.5"],
		["1,000", "1000"],
		["₹ 1,00,000", "100000"],
		["₹1,00,000.25", "100000.25"],
		["Rs. 500/-", "500"],
		["Rs.500", "500"],
		["rs 12.5", "12.5"],
		["INR 1,000.00", "1000"],
		["1,000.00 INR", "1000"],
		["  42\u00a0", "42"],
		["0.05", "0.05"],
		["0.125", "0.125"],
		["1234.125", "1234.125"],
		["1,234.125", "1234.125"],
		["000100", "100"],
		["1,000,000", "1000000"],
		["5₹", "5"],
		["0.123456789012345", "0.123456789012345"],
		["999999999999999", "999999999999999"],
	])("%j is %s", (text, amount) => {
		expect(amountOf(text)).toBe(amount);
	});

	it("tells an amount with a sign of the rupee", () => {
		expect(readAmount("₹ 5")).toEqual({ amount: "5", inRupees: true });
		expect(readAmount("5")).toEqual({ amount: "5", inRupees: false });
	});
});

describe("11.4: an amount that could mean two things, or none, is reported", () => {
	it.each([
		["", "missing"],
		["   ", "missing"],
		["1.000,00", "the comma must separate groups"],
		["1000,50", "the comma must separate groups"],
		["12.000.000", "the comma must separate groups"],
		["x1.000.000", "not an amount"],
		["1.000.000x", "not an amount"],
		["12.500", "write 12.5000 or 12500"],
		["100.005", "write 100.0050 or 100005"],
		["1.000", "unclear"],
		["0,500", "the comma must separate groups"],
		["₹ 0,500/-", "the comma must separate groups"],
		["00,500", "the comma must separate groups"],
		["0,00,500.00", "not an amount"],
		["000,500.00", "not an amount"],
		["-0,500", "no sign"],
		["1,00", "the comma must separate groups"],
		["1,0000", "the comma must separate groups"],
		["10,00,00", "not an amount"],
		["1,23,45", "not an amount"],
		["-5", "no sign"],
		["+5", "no sign"],
		["50-", "no sign"],
		["5-6", "not an amount"],
		["(5.00)", "no sign"],
		["1.5E+5", "spreadsheet"],
		["12.25e15", "spreadsheet"],
		["1E5", "spreadsheet"],
		["x1E5", "not an amount"],
		["1E5x", "not an amount"],
		["5?", "not an amount"],
		["1Rs 5", "not an amount"],
		["1/-5", "not an amount"],
		["0", "above 0"],
		["0.00", "above 0"],
		["$5", "not an amount"],
		["5 USD", "not an amount"],
		["1 000", "not an amount"],
		["1'000", "not an amount"],
		["5.", "not an amount"],
		[".5", "not an amount"],
		["१००", "not an amount"],
		["five", "not an amount"],
		["1234567890123456", "at most 15 digits"],
		["0.0000000000000001", "at most 15 decimals"],
	])("%j: %s", (text, problem) => {
		expect(amountOf(text)).toEqual({
			problem: expect.stringContaining(problem),
		});
	});

	it.each([
		[40, `"${"x".repeat(40)}"`],
		[41, `"${"x".repeat(40)}…"`],
	])("shows at most 40 characters of %s that it refuses", (length, shown) => {
		expect(readAmount("x".repeat(length))).toEqual({
			problem: `${shown}: not an amount such as 100000, 1,00,000.00 or ₹ 1,00,000`,
		});
	});
});

/** Every amount in paise that 15 digits hold. */
const paise = fc.bigInt({ min: 1n, max: 999_999_999_999_999n });

const decimal = (amount: bigint) => {
	const text = String(amount).padStart(3, "0");
	return [text.slice(0, -2), text.slice(-2)] as const;
};

const indianGroups = (whole: string) =>
	whole.replace(/(\d)(?=(\d\d)+\d$)/g, "$1,");
const groupsOfThree = (whole: string) =>
	whole.replace(/(\d)(?=(\d{3})+$)/g, "$1,");

it("11.4: an amount written in any form reads as the same amount", () => {
	fc.assert(
		fc.property(paise, (amount) => {
			const [whole, cents] = decimal(amount);
			const expected = `${whole}.${cents}`.replace(/\.?0+$/, "");
			for (const group of [(text: string) => text, indianGroups, groupsOfThree])
				for (const [before, after] of [
					["", ""],
					["₹ ", ""],
					["Rs. ", "/-"],
				])
					expect(amountOf(`${before}${group(whole)}.${cents}${after}`)).toBe(
						expected,
					);
		}),
		{ seed: propertySeed },
	);
});

it("11.4: what is read is sent as a number with the same digits", () => {
	fc.assert(
		fc.property(paise, (amount) => {
			const read = amountOf(decimal(amount).join("."));
			expect(JSON.parse(JSON.stringify(Number(read)))).toBe(
				Number(amount) / 100,
			);
			expect(String(Number(read))).toBe(read);
		}),
		{ seed: propertySeed },
	);
});

it("11.4: no text is read as an amount of other digits", () => {
	fc.assert(
		fc.property(
			fc.string({
				unit: fc.constantFrom(..."0123456789.,-/ ₹RsE+"),
				maxLength: 14,
			}),
			(text) => {
				const read = amountOf(text);
				if (typeof read !== "string") return;
				const digits = (one: string) => one.replaceAll(/\D/g, "");
				// Zeros at the ends apart, the digits are those of the text.
				expect(digits(text)).toMatch(
					new RegExp(`^0*${digits(read).replace(/^0+/, "")}0*$`),
				);
			},
		),
		{ seed: propertySeed, numRuns: 2_000 },
	);
});
