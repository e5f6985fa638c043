import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPayments } from "../../../../client/src/pay-file/input/read-payments.ts";
import { type Cell, toWorkbook } from "../support/workbook.ts";

const header: Cell[] = ["Invoice number", "Amount", "UTR", "Date"];
const read = (sheets: Record<string, readonly (readonly Cell[])[]>) =>
	readPayments(toWorkbook(sheets));
const readRow = async (...cells: Cell[]) => {
	const { rows } = await read({ Sheet1: [header, cells] });
	const [row] = rows;
	if (!row) throw new Error("The sheet has a row");
	return row;
};
const number = (text: string): Cell => ({ number: text });

describe("11.4: a workbook", () => {
	it("is read as a CSV file is: title, header, dates, amounts, a total", async () => {
		const file = await read({
			Payments: [
				["Payment run November 2026"],
				[],
				header,
				["ST/1", number("1000.5"), "HDFC1", { day: "46347" }],
				[" "],
				["ST/2", { formula: "250" }, "", number("46347")],
				["", "₹ 1,00,000", "A & <B>", "21-Nov-26"],
				["Total", { formula: "101250.5" }, "", ""],
			],
		});
		const [first, second, third] = file.rows;
		expect(first).toMatchObject({
			line: 4,
			payment: {
				invoice: { number: "ST/1" },
				...{ amount: "1000.5", utr: "HDFC1", paymentDate: "2026-11-21" },
			},
		});
		expect(second?.payment).toMatchObject({
			...{ amount: "250", paymentDate: "2026-11-21" },
		});
		expect(third?.problems).toMatchObject([
			{ message: "the invoice number is missing" },
		]);
		expect(file.description).toContain(
			'Sheet "Payments"\nThe header is line 3; what is above it is not read\nLine 8 is the total of the rows',
		);
	});

	it("with several sheets: the first that has a header, which is said", async () => {
		const file = await read({
			Cover: [["Prepared by", "Asha"]],
			November: [header, ["ST/1", number("1")]],
			October: [header, ["ST/9", number("9")]],
		});
		expect(file.rows.map(({ payment }) => payment?.amount)).toEqual(["1"]);
		expect(file.description).toContain(
			'Sheet "November"; the other sheets are not read',
		);
	});

	it("whose first sheet has several columns of amounts: the user must choose, and no other sheet is read", async () => {
		const several = ["Invoice number", "Amount", "Amount paid", "UTR"];
		const november = [several, ["ST/1", number("9"), number("1"), "U1"]];
		const sheets = {
			Cover: [["Remarks", "Notes"]],
			November: november,
			"December (draft)": [header, ["ST/2", number("2")]],
		};
		await expect(read(sheets)).rejects.toThrow(
			'Several columns could have the amount: "Amount", "Amount paid"',
		);
		const options = { columns: { amount: "Amount paid" } };
		const file = await readPayments(toWorkbook(sheets), options);
		expect(file.sheet?.name).toBe("November");
		expect(file.rows.map(({ payment }) => payment?.amount)).toEqual(["1"]);
		const twice = several.with(1, "Amount paid");
		await expect(
			readPayments(
				toWorkbook({
					November: [twice, ...november.slice(1)],
					December: [several, ["ST/2", number("9"), number("2"), "U2"]],
				}),
				options,
			),
		).rejects.toThrow("the file has 2 columns of this name");
	});

	it("without the sheets that are hidden or charts", async () => {
		const november = [header, ["ST/1", number("1")]] as Cell[][];
		const october = [header, ["ST/9", number("9")]] as Cell[][];
		const sheets = {
			Old: october,
			Older: october,
			Chart: null,
			November: november,
		};
		const file = await readPayments(
			toWorkbook(sheets, { Old: "hidden", Older: "veryHidden" }),
		);
		expect(file.sheet).toEqual({ name: "November", ofSeveral: true });
		expect(file.rows.map(({ payment }) => payment?.amount)).toEqual(["1"]);
		await expect(
			readPayments(toWorkbook({ Old: october }, { Old: "hidden" })),
		).rejects.toThrow("it is damaged, or no Excel workbook");
	});

	it.each([
		["18", "0018"],
		["12345", "12345"],
		["1234567890123456", "1.23456789012346E+15"],
	])(
		"the number %s in a cell that shows four digits at least is %s",
		async (stored, text) => {
			const padded = { xml: ` s="10"><v>${stored}</v></c>` };
			const { texts } = await readRow(padded, number("1"), "");
			expect(texts[0]).toBe(text);
			const { payment } = await readRow("ST/1", {
				xml: ' s="10"><v>18</v></c>',
			});
			expect(payment?.amount).toBe("18");
			const decimals = { xml: ' s="11"><v>5</v></c>' };
			expect((await readRow(decimals, number("1"), "")).texts[0]).toBe("5");
		},
	);

	it.each<[Cell, string]>([
		[" ST/1 ", " ST/1 "],
		[{ day: "46347" }, "2026-11-21"],
		[{ xml: ' t="b" s="10"><v>1</v></c>' }, "TRUE"],
		[{ xml: ' t="str" s="10"><v>18</v></c>' }, "18"],
	])("a cell %j is the text %s", async (cell, text) => {
		expect((await readRow(cell, number("1"))).texts[0]).toBe(text);
	});

	it.each([
		["123456789012345", "123456789012345"],
		["0.1", "0.1"],
		["1234.5599999999999", "1234.56"],
		["1E3", "1000"],
		["lakh", "lakh"],
	])("a number %s is the text %s", async (stored, text) => {
		const { texts } = await readRow(number(stored), number("1"));
		expect(texts[0]).toBe(text);
	});

	it.each([
		["1234567890123456"],
		["1.2345678901234568E+17"],
		["9007199254740993"],
	])(
		"an invoice number or UTR stored as the number %s, which has lost digits, is refused",
		async (stored) => {
			for (const cells of [
				[number(stored), number("1")],
				["ST/1", number("1"), number(stored)],
			]) {
				const { problems, payment } = await readRow(...cells);
				expect(payment).toBeUndefined();
				expect(problems).toMatchObject([
					{
						message: expect.stringContaining(
							"a spreadsheet has shortened this number; format the column as text",
						),
					},
				]);
			}
		},
	);

	it.each<[string, Cell, string]>([
		["39.3333333333333", number("39.3333333333333"), "more decimals than two"],
		["12.345", number("12.345"), "more decimals than two"],
		["a text 12.345", " 12.345 ", "more decimals than two"],
		["a text ₹ 12.345", "₹ 12.345", "it is unclear whether"],
		["a text 12.345/-", "12.345/-", "it is unclear whether"],
		["-5", number("-5"), "an amount has no sign"],
		["a date", { day: "46347" }, "not an amount"],
		["none", "", "the amount is missing"],
	])("an amount of %s is refused", async (_, cell, message) => {
		const { problems } = await readRow("ST/1", cell, "U1");
		expect(problems).toMatchObject([
			{ message: expect.stringContaining(message) },
		]);
	});

	it.each([0, 1, 2, 3])(
		"a formula that failed in column %s is refused, and not an empty cell",
		async (column) => {
			const cells: Cell[] = ["ST/1", number("1"), "U1", { day: "46347" }];
			cells[column] = { error: "#N/A" };
			const { problems, payment } = await readRow(...cells);
			expect(payment).toBeUndefined();
			expect(problems[0]?.message).toContain(
				'"#N/A": the spreadsheet could not calculate this cell',
			);
		},
	);

	it.each([
		"><f>A1</f></c>",
		"><f>A1</f><v></v></c>",
		'><f t="shared" si="0"/><v /></c>',
		' t="str"><f>A1</f></c>',
		' t="n" s="1"><f>A1</f><v/></c>',
		" t='e'><f>A1</f></c>",
	])(
		"a formula whose result is not stored is refused, and not an empty cell: %s",
		async (xml) => {
			for (const column of [0, 1, 2, 3]) {
				const cells: Cell[] = ["ST/1", number("1"), "U1", { day: "46347" }];
				cells[column] = { xml };
				const { problems, payment } = await readRow(...cells);
				expect(payment).toBeUndefined();
				expect(problems).toHaveLength(1);
				expect(problems[0]?.message).toContain(
					"the file has the formula of this cell, but not its result; open the file in Excel and save it",
				);
			}
		},
	);

	it.each<[string, string | undefined]>([
		[' t="str"><f>A1</f><v></v></c>', undefined],
		[' t="str"><f>A1</f><v>U7</v></c>', "U7"],
		[' t="str"><f>A1</f><v xml:space="preserve"></v></c>', undefined],
		['><f>A1</f><v xml:space="preserve">7</v></c>', "7"],
		[' t="inlineStr"><f>A1</f><is><t>U8</t></is></c>', "U8"],
		[' s="0"/>', undefined],
		[' s="0"></c>', undefined],
	])("the cell %s is the UTR %s", async (xml, utr) => {
		const { problems, payment } = await readRow("ST/1", number("1"), { xml });
		expect(problems).toEqual([]);
		expect(payment?.utr).toBe(utr);
	});

	it("an error in single quotes is one", async () => {
		const failed = { xml: " t='e'><f>A1</f><v>#REF!</v></c>" };
		const { problems } = await readRow("ST/1", number("1"), failed);
		expect(problems[0]?.message).toContain('UTR "#REF!"');
	});

	it("whose XML has prefixes is read all the same", async () => {
		const unstored =
			"the file has the formula of this cell, but not its result";
		const hidden = [header, ["ST/9", number("9")]] as Cell[][];
		const file = await readPayments(
			toWorkbook(
				{
					Old: hidden,
					November: [
						header,
						[
							{ xml: ' s="10"><v>18</v></c>' },
							number("1"),
							{ xml: ' t="str"><f>A1</f><v></v></c>' },
							{ day: "44885" },
						],
						["ST/2", { xml: "><f>A1</f><v></v></c>" }],
						["ST/3", { formula: "2" }, { xml: ' t="str"><f>A1</f></c>' }],
						["ST/4", number("3"), { error: "#N/A" }],
					],
				},
				{ Old: "hidden" },
				'<workbookPr date1904="true"/>',
				(xml) =>
					xml
						.replaceAll(/<(\/?)(?=\w)/g, "<$1main:")
						.replaceAll("xmlns=", "xmlns:main="),
			),
		);
		expect(file.sheet).toEqual({ name: "November", ofSeveral: false });
		const [first, ...others] = file.rows;
		expect(first?.payment).toEqual({
			invoice: { number: "0018" },
			...{ amount: "1", inRupees: false, paymentDate: "2026-11-21" },
		});
		expect(others.map(({ problems }) => problems[0]?.message)).toEqual([
			expect.stringContaining(`amount: ${unstored}`),
			expect.stringContaining(`UTR: ${unstored}`),
			expect.stringContaining('UTR "#N/A"'),
		]);
	});

	it.each([
		['date1904="1"', "2026-11-21"],
		['backupFile="false" date1904="true"', "2026-11-21"],
		["date1904='true'", "2026-11-21"],
		['date1904="false" backupFile="true"', "2022-11-20"],
		['backupFile="true"', "2022-11-20"],
	])("with %s has the day 44885 for %s", async (attributes, date) => {
		const rows = [header, ["ST/1", number("1"), "", { day: "44885" }]];
		const { rows: read } = await readPayments(
			toWorkbook({ Sheet1: rows }, {}, `<workbookPr ${attributes}/>`),
		);
		expect(read[0]?.payment?.paymentDate).toBe(date);
	});

	it("a day with a time is refused, as is a UTR that is shown as ####; an amount before a short UTR is none that was split", async () => {
		const timed = await readRow("ST/1", number("1"), "", { day: "46347.5" });
		expect(timed.problems).toMatchObject([
			{ message: expect.stringContaining("2026-11-21 12:00:00") },
		]);
		const noDate = { day: "123456789012" };
		const { problems } = await readRow("ST/1", number("1"), noDate);
		expect(problems[0]?.message).toContain('UTR "####"');
		const short = await readRow("ST/1", number("1"), number("117"));
		expect(short.problems).toEqual([]);
	});

	it("is the same file after it was opened and saved", async () => {
		const rows = [header, ["ST/1", number("1")]];
		const [one, other, changed] = [
			await read({ A: rows, B: [] }),
			await read({ A: rows, C: [["x"]] }),
			await read({ A: [header, ["ST/1", number("2")]] }),
		];
		expect(other.sha256).toBe(one.sha256);
		expect(changed.sha256).not.toBe(one.sha256);
	});
});

it("11.4: the library for workbooks is loaded for a workbook only", () => {
	const source = "../../../../client/src/pay-file/input/workbook.ts";
	const text = readFileSync(`${import.meta.dirname}/${source}`, "utf8");
	expect(text).toContain('await import("read-excel-file/node")');
	expect(text).not.toMatch(/from "(?:read-excel-file|fflate)/);
});
