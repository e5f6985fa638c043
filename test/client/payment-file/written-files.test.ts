import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCsv } from "../../../client/src/payment-file/csv/read-csv.ts";
import { openFile } from "../../../client/src/payment-file/open-file.ts";
import {
	fromSafeText,
	toSafeText,
} from "../../../client/src/payment-file/sheets/safe-text.ts";
import { toCsvFile } from "../../../client/src/payment-file/write/csv-file.ts";
import { toWorkbookFile } from "../../../client/src/payment-file/write/workbook-file.ts";

/** What spreadsheets make numbers, dates, errors and formulas of when they open a CSV file. */
const changed = [
	...["000123", "31.10", "+5", "1E5", "123456789012", "1.", ".5", "1,234"],
	...["1/2", "1-2", "3/4/2026", "2026-11-20", "20-Nov", "Nov 20", "12:30"],
	...["12:30 PM", "5%", "$5", "₹ 5", "(5)", "TRUE", "false", "#N/A", " 12"],
	...["=1+1", "@SUM(A1)", "-A1", "+A1", "\u200B=1", "＝1", "\0=1"],
	...["'000", "'x"],
];

/** What they keep. */
const kept = [
	...["", "0", "5", "-5", "12.5", "100000", "LF/07", "INV-12", "Steel Traders"],
	...["AXISN26320000001", "31.10 x", "five", "a=b", "it's", "Rs"],
];

describe("a text in a CSV file that is written", () => {
	it.each(changed)("%j is marked, so that a spreadsheet keeps it", (text) => {
		expect(toSafeText(text)).toBe(`'${text}`);
	});

	it.each(kept)("%j stands as it is", (text) => {
		expect(toSafeText(text)).toBe(text);
	});

	it.each([
		["Foo;=1+1", "Foo;'=1+1"],
		["x\t=1+1", "x\t'=1+1"],
		["\t=1", "'\t'=1"],
		["a, \u2060@b|-c", "a, \u2060'@b|'-c"],
		["b\n+1", "b\n'+1"],
		["b;'=1", "b;''=1"],
	])("%j begins no formula behind any separator", (text, safe) => {
		expect(toSafeText(text)).toBe(safe);
	});

	it("is read again as it was", () => {
		const text = fc.oneof(
			fc.string({ unit: "binary" }),
			fc
				.array(
					fc.constantFrom(..."'=;,|\t\n -+@0123.E/\u200B\uFF1Dab#".split("")),
				)
				.map((parts) => parts.join("")),
			fc.constantFrom(...changed, ...kept),
		);
		fc.assert(
			fc.property(text, (one) => {
				expect(fromSafeText(toSafeText(one))).toBe(one);
			}),
			{ numRuns: 2_000 },
		);
	});
});

const rows = [
	["Vendor", "Invoice number", "Amount"],
	['A "quoted"; name', "000123", "100.10"],
	["line\nbreak", "=1+1", ""],
	["₹ Café", "2026-11-20", "5"],
	["'000", "''000", "'tis"],
	["_x0041_\u0007", "<&>", " "],
];

describe("a file that is written", () => {
	it("as CSV is read again as it was", () => {
		const text = toCsvFile(rows);
		expect(text.startsWith("\uFEFF")).toBe(true);
		const read = readCsv(text.slice(1), ",");
		expect(read.map(({ cells }) => cells.map((cell) => cell.text))).toEqual(
			rows,
		);
	});

	it("as a workbook is read again as it was, and its numbers are numbers", async () => {
		const [headings = [], ...others] = rows;
		const file = await toWorkbookFile({
			name: "To pay: [November]",
			columns: headings.map((heading) => ({ heading })),
			rows: [...others, ["x", { number: "100000.1" }, { number: "0.125" }]],
		});
		const { sheets } = await openFile(file);
		expect(sheets[0]?.name).toBe("To pay   November");
		const sheet = await sheets[0]?.read();
		const read = sheet?.rows.map(({ cells }) => cells.map((cell) => cell.text));
		expect(read).toEqual([
			["Vendor", "Invoice number", "Amount"],
			['A "quoted"; name', "000123", "100.10"],
			["line\nbreak", "=1+1"],
			["₹ Café", "2026-11-20", "5"],
			["'000", "''000", "'tis"],
			["_x0041_\u0007", "<&>", " "],
			["x", "100,000.10", "0.125"],
		]);
		expect(sheet?.rows.at(-1)?.cells[1]).toMatchObject({ number: "100000.1" });
	});
});
