import { describe, expect, it } from "vitest";
import { openFile } from "../../../client/src/payment-file/open-file.ts";
import type {
	Cell,
	Sheet,
} from "../../../client/src/payment-file/sheets/sheet.ts";
import { paymentsOf, problemsOf, readFile } from "./support/read-file.ts";
import {
	headings,
	n,
	row,
	struck,
	t,
	toWorkbook,
	type WorkbookParts,
} from "./support/workbook.ts";

async function readSheet(parts: WorkbookParts): Promise<Sheet> {
	const { sheets } = await openFile(await toWorkbook(parts));
	const [sheet] = sheets;
	if (!sheet) throw new Error("The workbook has a sheet");
	return sheet.read();
}

/** The cells of the first row. */
const cellsOf = async (
	cells: string,
	parts: Omit<WorkbookParts, "rows"> = {},
): Promise<readonly Cell[]> =>
	(await readSheet({ ...parts, rows: `<row>${cells}</row>` })).rows[0]?.cells ??
	[];

const textsOf = async (
	cells: string,
	parts: Omit<WorkbookParts, "rows"> = {},
) => (await cellsOf(cells, parts)).map(({ text }) => text);

const problemOf = async (
	cell: string,
	parts: Omit<WorkbookParts, "rows"> = {},
) => (await cellsOf(cell, parts))[0]?.problem;

describe("the text of a cell", () => {
	it("is whole, however it is written", async () => {
		expect(
			await textsOf(
				[
					"<c t='inlineStr'><is><t>a<!-- x -->b<![CDATA[<c>]]>&#x20B9;&amp;</t></is></c>",
					"<c t='inlineStr'><is><r><t>one </t></r><r><rPr><b/></rPr><t>two</t></r><rPh><t>not shown</t></rPh></is></c>",
					"<c t='s'><v>1</v></c>",
					"<c t='str'><f>A1</f><v>of a <!-- x -->formula</v></c>",
					"<c t='inlineStr'><is><t>line_x000A_end _x005F_x000A_</t></is></c>",
					"<c t='b'><v>1</v></c>",
				].join(""),
				{
					sharedStrings:
						"<si><t>zero</t></si><si><r><t>o</t></r><r><t>ne</t></r><rPh><t>not shown</t></rPh></si>",
				},
			),
		).toEqual([
			"ab<c>₹&",
			"one two",
			"one",
			"of a formula",
			"line\nend _x000A_",
			"TRUE",
		]);
	});

	it("is in its column, with and without references", async () => {
		expect(
			await textsOf("<c><v>1</v></c><c r='D1'><v>4</v></c><c><v>5</v></c>"),
		).toEqual(["1", "", "", "4", "5"]);
	});

	it("is read with any prefix of the elements, and in UTF-16", async () => {
		const sheet =
			'<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>';
		const parts = { "xl/worksheets/sheet1.xml": sheet };
		expect((await readSheet({ rows: "", parts })).rows[0]?.cells).toEqual([
			{ text: "a" },
		]);
	});

	it("is without the apostrophe that keeps a spreadsheet from changing it", async () => {
		expect(await textsOf(t("'000123") + t("'tis"))).toEqual(["000123", "'tis"]);
	});

	it("is shown with what its format adds, and is a problem where the format hides it", async () => {
		const formats = ['"LF-"@', ";;;"];
		expect(await textsOf(t("07", 1), { formats })).toEqual(["LF-07"]);
		expect(await problemOf(t("07", 2), { formats })).toBe(
			"holds something that its format hides",
		);
		expect(await problemOf(n(7, 2), { formats })).toBe(
			"holds something that its format hides",
		);
	});
});

describe("a number", () => {
	it("has the 15 digits that a spreadsheet keeps", async () => {
		expect(
			await textsOf(n("0.30000000000000004") + n("1E5") + n("123456789012345")),
		).toEqual(["0.3", "100000", "123456789012345"]);
		expect(await problemOf(n("1234567890123456"))).toMatch(
			/more digits than the 15/,
		);
	});

	it("is a problem when a format shows it in a way that is not read", async () => {
		const formats = ["0.00E+00", "# ?/?", "[$-4000439]0", "[DBNum1]0", '"-"@'];
		for (const index of formats.keys())
			expect(await problemOf(n(7, index + 1), { formats })).toMatch(
				/number format that is not read/,
			);
	});
});

describe("a date", () => {
	const formats = [
		"dd/mm/yyyy",
		"dd/mm/yyyy hh:mm",
		"mmm-yy",
		"hh:mm",
		"d-mmm",
	];
	const dayOf = async (serial: number | string, style: number) =>
		(await cellsOf(n(serial, style), { formats }))[0];

	it("is the day that the cell shows", async () => {
		expect(await dayOf(46346, 1)).toEqual({
			text: "2026-11-20",
			day: "2026-11-20",
		});
		expect(await dayOf("46346.7708333333", 2)).toEqual({
			text: "2026-11-20 18:30:00",
			day: "2026-11-20",
		});
		expect(await dayOf(46346, 5)).toMatchObject({ day: "2026-11-20" });
	});

	it("is a problem when the cell shows no day, or programs show different ones", async () => {
		expect(await dayOf(46346, 3)).toMatchObject({
			problem:
				"does not show which day it is; format it with day, month and year",
		});
		expect(await dayOf(0.5, 4)).toMatchObject({
			problem: "shows a time, not a date",
		});
		expect(await dayOf("46346.999999", 1)).toMatchObject({
			problem: "is a moment just before midnight; write the day",
		});
		expect(await dayOf(-5, 1)).toMatchObject({
			problem: "is formatted as a date, but its number is not one",
		});
	});

	it.each(["1", "true"])(
		"is counted from 1904 when the workbook says so (%s)",
		async (value) => {
			expect(
				await cellsOf(n(44884, 1), {
					formats,
					settings: `<workbookPr date1904="${value}"/>`,
				}),
			).toEqual([{ text: "2026-11-20", day: "2026-11-20" }]);
		},
	);

	it("is a problem as an invoice number or a UTR, because the spreadsheet turned it into a date", async () => {
		const file = await readFile(
			await toWorkbook({
				formats,
				rows: headings + row(t("V"), n(46346, 1), n(5), n(46346, 1)),
			}),
		);
		expect(problemsOf(file)).toEqual({
			2: 'invoice number "2026-11-20" was made a date by the spreadsheet; format the cell as text and enter it again; UTR "2026-11-20" was made a date by the spreadsheet; format the cell as text and enter it again',
		});
	});
});

describe("a formula", () => {
	const uncalculated =
		"is a formula whose result is not in the file; open the file in a spreadsheet and save it";

	it("has its result", async () => {
		expect(
			await cellsOf("<c><f>1+1</f><v>2</v></c><c t='str'><f>T()</f><v/></c>"),
		).toMatchObject([{ text: "2", number: "2" }]);
	});

	it.each([
		"<c><f>1+1</f></c>",
		"<c><f>1+1</f><v></v></c>",
		"<c><f>1+1</f><v/></c>",
	])("is a problem without a result (%s)", async (cell) => {
		expect(await problemOf(cell)).toBe(uncalculated);
	});

	it("is a problem when the spreadsheet will calculate another result", async () => {
		const calculation = '<calcPr fullCalcOnLoad="1"/>';
		expect(await problemOf("<c><f>A2</f><v>0</v></c>", { calculation })).toBe(
			uncalculated,
		);
		for (const f of ["TODAY()", "IF(A1,NOW(),1)", "RANDBETWEEN(1,9)"])
			expect(await problemOf(`<c><f>${f}</f><v>1</v></c>`)).toMatch(
				/changes from day to day/,
			);
		expect(
			await cellsOf(
				"<c><f t='shared' si='0'>TODAY()</f><v>1</v></c><c><f t='shared' si='0'/><v>2</v></c>",
			),
		).toMatchObject(
			[{ problem: /changes/ }, { problem: /changes/ }].map(({ problem }) => ({
				problem: expect.stringMatching(problem),
			})),
		);
	});

	it.each(["#N/A", "#REF!", "#VALUE!"])(
		"is a problem when it failed (%s)",
		async (error) => {
			expect(await problemOf(`<c t="e"><f>A1</f><v>${error}</v></c>`)).toBe(
				`shows ${error}, because the spreadsheet could not calculate it`,
			);
		},
	);
});

describe("a cell that is struck through", () => {
	it("is a problem", async () => {
		expect(await problemOf(t("U1", struck(0)))).toBe("is struck through");
		expect(
			await problemOf(
				"<c t='inlineStr'><is><r><rPr><strike/></rPr><t>U1</t></r></is></c>",
			),
		).toBe("is struck through");
		expect(await problemOf(t("", struck(0)))).toBeUndefined();
	});
});

describe("merged cells", () => {
	const payment = (number: string, ...rest: string[]) =>
		row(t("V"), t(number), ...rest);
	const merged = (...references: string[]) =>
		`<mergeCells>${references.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;

	it("give their value to each row, except an amount, of which each row has a part", async () => {
		const file = await readFile(
			await toWorkbook({
				rows:
					headings +
					payment("1", n(300), t("U1")) +
					payment("2") +
					payment("3", n(5)),
				behind: merged("C2:C3", "D2:D4"),
			}),
		);
		expect(problemsOf(file)).toEqual({
			2: 'amount "300" is merged over several rows, so that it is not certain which invoice gets how much',
			3: 'amount "300" is merged over several rows, so that it is not certain which invoice gets how much',
		});
		expect(paymentsOf(file)).toMatchObject([{ amount: "5", utr: "U1" }]);
	});

	it("over several columns are problems of the rows that need them", async () => {
		const file = await readFile(
			await toWorkbook({
				rows: headings + payment("1", n(300), t("2026-11-20")),
				behind: merged("D2:E2"),
			}),
		);
		expect(problemsOf(file)).toEqual({
			2: "the payment date is merged with column D",
		});
	});

	it("without end, or over each other, do not take long", async () => {
		const rows = headings + payment("1", n(300), t("U1"));
		const read = (...references: string[]) =>
			toWorkbook({ rows, behind: merged(...references) }).then((bytes) =>
				readFile(bytes),
			);
		expect(paymentsOf(await read("D2:D1048576"))).toMatchObject([
			{ utr: "U1" },
		]);
		await expect(read("D2:D9", "D2:D8")).rejects.toThrow(/damaged/);
		await expect(read("D9:D2")).rejects.toThrow(/damaged/);
	});
});

describe("hidden rows and columns", () => {
	it("are hidden by themselves, by their size or for the whole sheet", async () => {
		const sheet = await readSheet({
			before:
				'<sheetFormatPr zeroHeight="1"/><cols><col min="2" max="3" hidden="1"/><col min="5" max="5" width="0"/></cols>',
			rows: `<row hidden="0">${t("a")}</row><row ht="0">${t("b")}</row><row>${t("c")}</row><row hidden="true">${t("d")}</row>`,
		});
		expect(sheet.rows.map(({ isHidden }) => isHidden ?? false)).toEqual([
			false,
			true,
			true,
			true,
		]);
		expect(sheet.hiddenColumns).toEqual([1, 2, 4]);
	});

	it("a hidden column is asked about, even if its heading is recognised", async () => {
		const { suggestion } = await readFile(
			await toWorkbook({
				before: '<cols><col min="4" max="4" hidden="1"/></cols>',
				rows: headings + row(t("V"), t("1"), n(300), t("U1")),
			}),
		);
		expect(suggestion.fields.utr).toBeUndefined();
		expect(suggestion.questions).toEqual([
			{
				code: "NOT_USED",
				positions: [3],
				message:
					'"UTR", which is hidden, is not used. Its first values are "U1".',
			},
		]);
	});
});

describe("the sheet", () => {
	it("says that its pictures are not read", async () => {
		const { notes } = await readSheet({
			rows: headings,
			behind: '<drawing r:id="x"/>',
		});
		expect(notes).toEqual([
			"The sheet has pictures, charts or text boxes. They are not read.",
		]);
	});

	it.each([
		["rows that go back", '<row r="2"/><row r="1"/>'],
		["cells that go back", '<row><c r="B1"/><c r="A1"/></row>'],
		["a text that does not exist", '<row><c t="s"><v>9</v></c></row>'],
		["unclosed elements", "<row><c>"],
		["unknown entities", "<row><c><v>&x;</v></c></row>"],
	])("is damaged with %s", async (_, rows) => {
		await expect(readSheet({ rows })).rejects.toThrow(/damaged/);
	});
});

describe("conditional formats", () => {
	const condition = (dxfId: number) => ({
		parts: {
			"xl/styles.xml": `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dxfs><dxf><font/></dxf><dxf><numFmt numFmtId="170" formatCode="&quot;LF-&quot;0000"/></dxf></dxfs></styleSheet>`,
		},
		behind: `<conditionalFormatting sqref="D9 A1:B1"><cfRule type="cellIs" dxfId="${dxfId}" operator="greaterThan"><formula>0</formula></cfRule></conditionalFormatting>`,
	});
	const problems = async (dxfId: number) =>
		(await cellsOf(`${n("7")}${t("AXIS1")}${n("8")}`, condition(dxfId))).map(
			({ problem }) => problem,
		);

	it("makes a value a problem if its number format depends on a condition", async () => {
		const problem = expect.stringContaining("depends on a condition");
		expect(await problems(1)).toEqual([problem, problem, undefined]);
	});

	it("reads a value whose colour or font depends on a condition", async () => {
		expect(await problems(0)).toEqual([undefined, undefined, undefined]);
	});
});
