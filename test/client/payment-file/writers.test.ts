import { describe, expect, it } from "vitest";
import {
	fixture,
	paymentsOf,
	problemsOf,
	readFile,
} from "./support/read-file.ts";

/** Each program wrote the same table, with the formats, merged cells, comments and hidden rows that it has. */
const writers = ["exceljs", "libreoffice", "openpyxl", "sheetjs", "xlsxwriter"];

describe.each(writers)("a workbook that %s wrote", (writer) => {
	const read = () => readFile(fixture(`writers/${writer}.xlsx`));

	it("is read as a person sees it", async () => {
		const { rows } = await read();
		expect(paymentsOf({ rows })).toEqual([
			{
				vendor: "Steel Traders",
				invoiceNumber: "000123",
				amount: "14832.25",
				currency: "INR",
				utr: "AXISN000001",
				paymentDate: "2026-11-20",
				narration: "Café & <Söhne>",
			},
			{
				vendor: "Steel Traders",
				invoiceNumber: "LF-0007",
				amount: "1250000",
				utr: "AXISN000002",
				paymentDate: "2026-11-20",
			},
			{
				vendor: "Harbor Cloud",
				invoiceNumber: "H-1",
				amount: "100.1",
				utr: "123456789012",
				paymentDate: "2026-11-20",
				narration: "line",
			},
			{
				vendor: "Harbor Cloud",
				invoiceNumber: "H-2",
				amount: "200",
				utr: "123456789012",
				paymentDate: "2026-11-20",
			},
		]);
	});

	it("shows everything that is not paid", async () => {
		const { rows, notes } = await read();
		expect(notes).toEqual([
			'The sheet "Notes" is not read.',
			'The hidden sheet "Hidden" is not read.',
			'Above the headings, 1 row is not read: "Payments of November".',
			'The sheet has a comment, which is not read: B4 "check first".',
			"1 row is hidden or filtered out: row 8.",
			"1 row is not paid, because it is a total: row 9.",
		]);
		expect(problemsOf({ rows })).toEqual({
			8: "the row is hidden or filtered out; say whether such rows are to be paid",
		});
	});

	it("pays the hidden row only when the caller says so", async () => {
		const paid = await readFile(fixture(`writers/${writer}.xlsx`), {
			hiddenRows: "PAY",
		});
		expect(problemsOf(paid)).toEqual({});
		expect(paymentsOf(paid).at(-1)).toMatchObject({
			invoiceNumber: "H-3",
			paymentDate: "2026-11-20",
		});
	});
});
