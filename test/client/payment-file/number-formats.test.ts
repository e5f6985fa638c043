import { describe, expect, it } from "vitest";
import { parseNumberFormat } from "../../../client/src/payment-file/xlsx/number-format.ts";

const show = (code: string, value: number) => {
	const shown = parseNumberFormat(code).showNumber(String(value));
	return "text" in shown ? shown.text.trim() : shown;
};

/** As LibreOffice 7.4 shows them. */
const shown: readonly (readonly [string, number, string])[] = [
	["General", 1234567.891, "1234567.891"],
	["0", 4.5, "5"],
	["0.00", 99.995, "100.00"],
	["#,##0", 1234567.891, "1,234,568"],
	["#,##0.00", 0.3, "0.30"],
	['"LF-"0000', 7, "LF-0007"],
	['"LF-"0000', 90210, "LF-90210"],
	["\\I\\N\\V\\-0000", 7, "INV-0007"],
	['0.00" lakh"', 4.5, "4.50 lakh"],
	["#,##0.00_);(#,##0.00)", -5.25, "(5.25)"],
	["[$₹-4009] #,##0.00", 1234567.891, "₹ 1,234,567.89"],
	["[$₹-4009]#,##0.00;[Red]-[$₹-4009]#,##0.00", -5.25, "-₹5.25"],
	["#,##0.00 [$€-407]", 2.5, "2.50 €"],
	['_("₹"* #,##0.00_);_("₹"* \\(#,##0.00\\);_("₹"* "-"??_);_(@_)', 7, "₹7.00"],
	["0%", 4.5, "450%"],
	["#,##0,", 1234567.891, "1,235"],
	['#,##0.0,"K"', 90210, "90.2K"],
	['0.0,,"M"', 1234567.891, "1.2M"],
	["00-00", 90210, "902-10"],
	["0000 0000 0000", 123456789012, "1234 5678 9012"],
	["[<=9999999]###\\-####;\\(###\\) ###\\-####", 90210, "9-0210"],
	["0\\ 000", 150000, "150 000"],
	['0"."00', 90210, "902.10"],
	["#,###", 1000, "1,000"],
	["0.0#", 39.3333, "39.33"],
	['0;-0;"zero"', 0, "zero"],
	['[=0]"nil";0.00', 0, "nil"],
	['General" kg"', 4.5, "4.5 kg"],
	["@", 31.1, "31.1"],
];

const lakhs =
	"[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;##,##0.00";

describe("a number is shown as a spreadsheet shows it", () => {
	it.each(shown)("%s of %d", (code, value, text) => {
		expect(show(code, value)).toBe(text);
	});

	it.each([
		[7, "7.00"],
		[90210, "90,210.00"],
		[1234567.891, "12,34,567.89"],
		[123456789, "12,34,56,789.00"],
	])("in Indian groups: %d", (value, text) => {
		expect(show(lakhs, value)).toBe(text);
	});

	it.each([
		"dd/mm/yyyy",
		"[$-409]d-mmm-yy;@",
		"mmm yyyy",
		"[h]:mm:ss",
		"ss.000",
	])("%s is a date or a time", (code) => {
		expect(show(code, 46346)).toHaveProperty("date");
	});

	it.each(["0.00E+00", "# ?/?", "0.5", "0d", "[$-4000439]0"])(
		"%s is not certain",
		(code) => {
			expect(show(code, 46346)).toHaveProperty("problem");
		},
	);
});
