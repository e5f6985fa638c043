import { describe, expect, it } from "vitest";
import { zip } from "../../../client/src/payment-file/archive/zip.ts";
import { fixture } from "../payment-file/support/read-file.ts";
import { openOffice, paidOf, payments } from "./support/payments.ts";

const odd = [
	"Sr,Vendor,Inv No.,Gross,TDS,Amount,UTR,Pmt Date,Remarks",
	"1,Steel Traders,ST/1,1000,100,900,U1,2026-11-20,ok",
	"2,Steel Traders,ST/2,500,50,450,U2,2026-11-19,ok",
].join("\n");

describe("columns that are not recognised", () => {
	it("are refused in a script, with the options that say what they are", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", odd);
		const { exitCode, errors } = await desk.run(["pay", "a.csv"]);
		expect(exitCode).toBe(2);
		expect(errors.split("\n")).toEqual([
			"The file has columns that this program does not read without your word. Nothing was paid.",
			'  Several columns could have the amount: "Amount", "Gross", "TDS". Which one is it? Say so with --columns amount=…',
			'  "Sr" is not used. Its first values are "1", "2".',
			'  "Pmt Date" has dates. Is it the payment date? Without one, payments have the day on which they are recorded. Say so with --columns paymentDate=…, or with --columns paymentDate= if no column has it',
			'  "Remarks" is not used. Its first values are "ok", "ok".',
			`  If these columns are not to be read, say so with --not-used '"Sr","Remarks"'`,
		]);
		const columns = ["--columns", "amount=Amount,paymentDate=Pmt Date"];
		const notUsed = ["--not-used", '"Sr","Remarks",Gross,TDS'];
		const paid = await desk.run(["pay", "a.csv", ...columns, ...notUsed]);
		expect(paid).toMatchObject({ exitCode: 0 });
		expect(await paidOf(world)).toEqual({ "st-1": 900, "st-2": 450 });
		const { body } = await world.get("/v1.0/invoice/st-1/payments");
		expect(body.data.items).toMatchObject([
			{ paymentDate: "2026-11-20", narration: null },
		]);
	});

	it("are asked about at a terminal", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", odd);
		const { exitCode, output, errors } = await desk.run(["pay", "a.csv"], {
			answers: ["1", "1", "yes", "yes"],
		});
		expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
		expect(output).toContain(
			[
				'Several columns could have the amount: "Amount", "Gross", "TDS". Which one is it?',
				'  1  "Gross": 1000, 500',
				'  2  "TDS": 100, 50',
				'  3  "Amount": 900, 450',
				"Type its number: ",
			].join("\n"),
		);
		expect(await paidOf(world)).toEqual({ "st-1": 1_000, "st-2": 500 });
	});

	it("stop the command when the answer is not one of those that were offered", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", odd);
		for (const answers of [["x"], [""], ["0"], ["4"], ["3", "0", "no"]])
			expect(await desk.run(["pay", "a.csv"], { answers })).toMatchObject({
				exitCode: 2,
				errors: expect.stringMatching(/Nothing was paid$/),
			});
		expect(await paidOf(world)).toEqual({});
	});

	it.each([
		["amount=Net", /the file has no column "Net". It has "Sr", "Vendor"/],
		["amount", /must be <field>=<heading>/],
		["date=Pmt Date", /The fields are invoiceNumber, invoiceId/],
		["amount=TDS,utr=TDS", /one column for two fields/],
		["amount=TDS,amount=Gross", /names the amount twice/],
	])("--columns %s is refused in words", async (columns, message) => {
		const { desk } = await openOffice();
		desk.write("a.csv", odd);
		const { exitCode, errors } = await desk.run([
			...["pay", "a.csv", "--columns", columns],
		]);
		expect({ exitCode, errors }).toEqual({
			exitCode: 2,
			errors: expect.stringMatching(message),
		});
	});
});

describe("a workbook", () => {
	it("has results as a workbook, with its own columns as they are shown", async () => {
		const { desk } = await openOffice();
		desk.write("a.xlsx", fixture("writers/openpyxl.xlsx"));
		const args = ["pay", "a.xlsx", "--skip-bad-rows"];
		const { output } = await desk.run([...args, "--hidden-rows", "pay"]);
		expect(output).toContain('The hidden sheet "Hidden" is not read.');
		const rows = await desk.cells("a.check.xlsx");
		expect(rows[1]).toEqual([
			...["Steel Traders", "000123", "₹ 14,832.25", "AXISN000001"],
			...[
				"2026-11-20",
				"Café & <Söhne>",
				"NOT_PAID",
				"NOT_FOUND",
				'"000123" of "steel"',
			],
		]);
	});

	it("has its hidden rows asked about", async () => {
		const { desk } = await openOffice();
		desk.write("a.xlsx", fixture("writers/openpyxl.xlsx"));
		const asked = await desk.run(["pay", "a.xlsx"], { answers: ["leave"] });
		expect(asked.output).toContain(
			'1 row is hidden or filtered out. Type "pay" to pay such rows too, or "leave" to leave them out: ',
		);
		expect(asked.output).toContain(
			"row 8: the row is hidden or filtered out, and is left out",
		);
		const none = await desk.run(["pay", "a.xlsx"], { answers: [""] });
		expect(none.errors).toMatch(/^Say whether hidden rows are to be paid/);
	});
});

describe("a file that cannot be read", () => {
	it.each([
		["a.csv", "a,b\n1,2\n", /No row has headings such as "Invoice number"/],
		["b.xlsx", "PK", /b.xlsx: The file is damaged/],
		["c.csv", "", /c.csv: The file is empty/],
		["d.csv", "<html>", /d.csv: The file is a web page/],
	])(
		"%s is refused in words that say what is right",
		async (name, text, message) => {
			const { desk } = await openOffice();
			desk.write(name, text);
			const { exitCode, errors } = await desk.run(["pay", name]);
			expect({ exitCode, errors }).toEqual({
				exitCode: 2,
				errors: expect.stringMatching(message),
			});
		},
	);

	it("is refused if it is a file of results, which is not paid again", async () => {
		const { desk } = await openOffice();
		desk.write("a.csv", payments);
		await desk.run(["pay", "a.csv"]);
		const { exitCode, errors } = await desk.run(["pay", "a.results.csv"]);
		expect({ exitCode, errors }).toEqual({
			exitCode: 2,
			errors: expect.stringMatching(
				/This is a file of results, not of payments/,
			),
		});
	});

	it("is a file that does not exist, or one whose results could not be written", async () => {
		const { desk } = await openOffice();
		expect(await desk.run(["pay", "none.csv"])).toMatchObject({
			exitCode: 2,
			errors: expect.stringMatching(/there is no such file or folder$/),
		});
		desk.write("a.csv", payments);
		const results = ["--results", "/none/results.csv"];
		expect(await desk.run(["pay", "a.csv", ...results])).toMatchObject({
			exitCode: 2,
			errors: expect.stringMatching(/^The results cannot be written to/),
		});
	});

	it("is refused if it is an archive with something else in it", async () => {
		const { desk } = await openOffice();
		desk.write("a.xlsx", await zip({ "a.txt": "x" }));
		const { errors } = await desk.run(["pay", "a.xlsx"]);
		expect(errors).toMatch(/ZIP archive, not a workbook/);
	});
});
