import { describe, expect, it } from "vitest";
import { openFile } from "../../../client/src/payment-file/open-file.ts";
import { chooseSheet } from "../../../client/src/payment-file/table/choose-sheet.ts";
import {
	findHeadingRow,
	openInvoicesHeadings,
} from "../../../client/src/payment-file/table/headings.ts";
import { suggestFields } from "../../../client/src/payment-file/table/suggest-fields.ts";
import { toTable } from "../../../client/src/payment-file/table/table.ts";
import { readTable, toBytes } from "./support/read-file.ts";

const suggest = async (
	file: string,
	chosen: Parameters<typeof suggestFields>[1] = {},
	notUsed: readonly number[] = [],
) => suggestFields(await readTable(file), chosen, notUsed);

describe("headings", () => {
	it("are recognised without regard to case, blanks and invisible characters", async () => {
		const { fields, questions } = await suggest(
			"VENDOR, Invoice  No. ,Amount\u200B (INR),utr NO,Paid on,Narration,Currency\nV,1,5,U,2026-11-20,n,INR\n",
		);
		expect(fields).toEqual({
			vendor: 0,
			invoiceNumber: 1,
			amount: 2,
			utr: 3,
			paymentDate: 4,
			narration: 5,
			currency: 6,
		});
		expect(questions).toEqual([]);
	});

	it("of the file that open-invoices writes need no question", async () => {
		const { fields, questions } = await suggest(
			`${openInvoicesHeadings.join(",")}\nV,1,id-1,2026-10-01,2026-11-01,500,INR,5,U,2026-11-20,n\n`,
		);
		expect(questions).toEqual([]);
		expect(Object.keys(fields)).toHaveLength(8);
	});

	it.each([
		["Pmt Date", "2026-11-20", "OTHER_DATES"],
		["Remarks", "ok", "NOT_USED"],
		["Status", "Failed", "NOT_USED"],
		["", "on hold", "NOT_USED"],
		["Net", "4.50", "OTHER_AMOUNTS"],
	])(
		"%j, which is not recognised, is asked about",
		async (heading, value, code) => {
			const { questions } = await suggest(
				`Invoice number,Amount,${heading}\n1,5,${value}\n2,6,${value}\n`,
			);
			expect(questions).toMatchObject([{ code }]);
		},
	);

	it("of empty columns are not asked about", async () => {
		const { questions } = await suggest("Invoice number,Amount,Status\n1,5,\n");
		expect(questions).toEqual([]);
	});

	it("that two columns have are asked about", async () => {
		const { fields, questions } = await suggest(
			"Invoice number,Amount,UTR,UTR No\n1,5,A,B\n",
		);
		expect(fields.utr).toBeUndefined();
		expect(questions).toMatchObject([
			{ code: "SEVERAL_COLUMNS", field: "utr", positions: [2, 3] },
		]);
	});

	it('"Date" is not taken for the payment date next to other dates', async () => {
		const { questions } = await suggest(
			"Invoice number,Amount,Date,Value\n1,5,2026-11-20,2026-11-21\n",
		);
		expect(questions).toMatchObject([
			{ code: "OTHER_DATES", positions: [2, 3] },
		]);
	});

	it("that a person has named are used, and nothing more is asked about them", async () => {
		const file =
			"Sr,Amount,TDS,Net payable,Invoice number,Ref\n1,1000,100,900,A,x\n";
		const { fields, questions } = await suggest(
			file,
			{ amount: 3, utr: undefined },
			[0, 1, 2, 5],
		);
		expect(fields).toEqual({ amount: 3, invoiceNumber: 4 });
		expect(questions).toEqual([]);
	});

	it("that are missing are asked for", async () => {
		const { sheets } = await openFile(toBytes("a,b\n1,2\n"));
		const sheet = await sheets[0]?.read();
		if (!sheet) throw new Error("A text has a sheet");
		expect(findHeadingRow(sheet.rows)).toBeUndefined();
		expect(findHeadingRow(sheet.rows, ["B", "a "])).toBe(0);
		const { questions } = suggestFields(toTable(sheet, 0));
		expect(questions).toMatchObject([
			{ code: "NO_COLUMN", field: "invoiceNumber" },
			{ code: "NO_COLUMN", field: "amount" },
			{ code: "NOT_USED", positions: [0] },
			{ code: "NOT_USED", positions: [1] },
		]);
	});

	it("are among the first 30 rows, below titles that are shown", async () => {
		const title = "Payments of November\n\nBank,HDFC\n";
		const table = await readTable(`${title}Invoice number,Amount\n1,5\n`);
		expect(table).toMatchObject({ headingRow: 4 });
		expect(table.notes).toEqual([
			'Above the headings, 2 rows are not read: "Payments of November", "Bank HDFC".',
		]);
	});
});

describe("a column", () => {
	it("is shown with its letters, its first values and how many rows fill it", async () => {
		const { columns } = await readTable(
			"Invoice number,Amount,,Paid on\n1,5,x,\n2,6,,\n3,7,y,\n4,8,,\n",
		);
		expect(columns).toEqual([
			expect.objectContaining({
				letters: "A",
				samples: ["1", "2", "3"],
				filled: 4,
			}),
			expect.objectContaining({ letters: "B", holds: "AMOUNTS" }),
			expect.objectContaining({
				letters: "C",
				heading: "",
				filled: 2,
				holds: "TEXTS",
			}),
			expect.objectContaining({ letters: "D", filled: 0, holds: "NOTHING" }),
		]);
	});
});

describe("the sheet with the payments", () => {
	const outline = (name: string, text: string, isHidden = false) => ({
		name,
		isHidden,
		isEmpty: text === "",
		read: async () => {
			const { sheets } = await openFile(toBytes(text));
			const sheet = await sheets[0]?.read();
			if (!sheet) throw new Error("A text has a sheet");
			return sheet;
		},
	});
	const payments = "Invoice number,Amount\n1,5\n";
	const choose = (sheets: ReturnType<typeof outline>[], name?: string) =>
		chooseSheet({ kind: "WORKBOOK", sheets }, { name });

	it("is the only one with its headings; the others are named", async () => {
		const { sheet, notes } = await choose([
			outline("Summary", "a,b\n"),
			outline("Empty", ""),
			outline("Pay", payments),
			outline("Old", payments, true),
		]);
		expect(sheet?.name).toBe("Pay");
		expect(notes).toEqual([
			'The sheet "Summary" is not read.',
			'The hidden sheet "Old" is not read.',
		]);
	});

	it("is asked for when there are several, or none has the headings", async () => {
		const two = [outline("A", payments), outline("B", payments)];
		expect((await choose(two)).sheet).toBeUndefined();
		expect((await choose(two)).candidates).toHaveLength(2);
		expect((await choose(two, "b")).sheet?.name).toBe("B");
		await expect(choose(two, "C")).rejects.toThrow(
			'No sheet that holds something has the name "C". The sheets are "A", "B"',
		);
	});
});
