import { describe, expect, it } from "vitest";
import {
	headings,
	openOffice,
	paidOf,
	payments,
	runsOf,
} from "./support/payments.ts";

const bad = [
	headings,
	"Steel Traders,ST/1,100,UTR1,2026-11-20",
	"Steel Trader,ST/2,100,UTR2,2026-11-20",
	"Steel Traders,ST/99,100,UTR3,2026-11-20",
	"Harbor Cloud,HC/1,5000,UTR4,2026-11-20",
	"Harbor Cloud,HC/3,₹ 5,UTR5,2026-11-20",
	"Harbor Cloud,HC/2,x,UTR6,03/04/2026",
	"Total,,5305,,",
].join("\n");

describe("rows that cannot be paid", () => {
	it("are shown by what is wrong with them, and nothing is paid", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", bad);
		const { exitCode, output } = await desk.run(["pay", "a.csv"]);
		expect(exitCode).toBe(2);
		expect(output.split("\n").slice(2)).toEqual([
			"5 rows cannot be paid:",
			"  The vendor (1 row)",
			'    row 3: no vendor has the name or id "Steel Trader"; there is "Steel Traders"',
			"  There is no such invoice (1 row)",
			'    row 4: "ST/99" of "steel"',
			"  The amount is more than is due (1 row)",
			'    row 5: "HC/1" of "Harbor Cloud": 5000 is to be paid, and 1000 INR is due',
			"  The currency (1 row)",
			'    row 6: the file says "INR", and the currency of the invoice is USD',
			"  The amount (1 row)",
			'    row 7: amount "x" is not an amount such as 100000, 1,00,000.00 or ₹ 1,00,000',
			"  The payment date may be two days (--date-format day-first or month-first says which) (1 row)",
			'    row 7: payment date "03/04/2026" may mean two days; write the name of the month (21-Nov-2026), or say whether the day or the month comes first',
			`What the check says of each row is in ${desk.path("a.check.csv")}`,
			"Nothing was paid. Correct the rows and run the same command again, or pay the others with --skip-bad-rows",
		]);
		expect(await paidOf(world)).toEqual({});
		expect(await runsOf(world)).toMatchObject([{ state: "DISCARDED" }]);
	});

	it("are omitted from the run with --skip-bad-rows, even if they could be paid later", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", bad);
		const { exitCode } = await desk.run(["pay", "a.csv", "--skip-bad-rows"]);
		expect(exitCode).toBe(1);
		expect(await paidOf(world)).toEqual({ "st-1": 100 });
		const runs = await runsOf(world);
		expect(runs.map(({ state, total }) => `${state} ${total}`).sort()).toEqual([
			"DISCARDED 4",
			"RELEASED 1",
		]);
		const results = await desk.cells("a.results.csv");
		expect(results.slice(1).map((row) => row.slice(5, 7))).toEqual([
			["DONE", ""],
			["NOT_PAID", "VENDOR"],
			["NOT_PAID", "NOT_FOUND"],
			["NOT_PAID", "AMOUNT_EXCEEDS"],
			["NOT_PAID", "CURRENCY"],
			["NOT_PAID", "AMOUNT DATE_ORDER"],
			["", ""],
		]);
	});

	it("and have been corrected are paid, and the others are not paid twice", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", bad);
		await desk.run(["pay", "a.csv", "--skip-bad-rows"]);
		desk.write("a.csv", bad.replace("ST/99", "ST/3"));
		await desk.run(["pay", "a.csv", "--skip-bad-rows"]);
		expect(await paidOf(world)).toEqual({ "st-1": 100, "st-3": 100 });
	});

	it("make a file in which nothing can be read end before a run is created", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", `${headings}\nSteel Traders,ST/1,x,,\n`);
		expect(await desk.run(["pay", "a.csv"])).toMatchObject({ exitCode: 2 });
		expect(await runsOf(world)).toEqual([]);
	});
});

describe("an invoice number without a vendor", () => {
	it("is that of the only invoice that has it, before and after it is paid", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", "Invoice number,Amount,UTR\nst/1,1000,U1\n");
		expect(await desk.run(["pay", "a.csv"])).toMatchObject({ exitCode: 0 });
		expect(await desk.run(["pay", "a.csv"])).toMatchObject({ exitCode: 0 });
		expect(await paidOf(world)).toEqual({ "st-1": 1_000 });
		expect(await runsOf(world)).toHaveLength(1);
	});

	it("is a problem when no invoice has it, or several have", async () => {
		const { desk } = await openOffice({
			invoices: [
				...["steel", "harbor"].map((vendorId) => ({
					...{ slug: vendorId, vendorId, invoiceNumber: "1" },
					...{ state: "APPROVED", amount: 5 },
				})),
			],
		});
		desk.write("a.csv", "Invoice number,Amount\n1,5\n2,5\n");
		const { output } = await desk.run(["pay", "a.csv"]);
		expect(output).toContain(
			'row 2: the vendor is missing, and several invoices have the number "1"\n    row 3: the vendor is missing, and no invoice was found that has the number "2"',
		);
	});
});

it("an invoice number that a spreadsheet has changed is proposed as it is written in the records", async () => {
	const { desk } = await openOffice({
		invoices: [
			{
				...{ slug: "a", vendorId: "steel", invoiceNumber: "000002" },
				...{ state: "APPROVED", amount: 5 },
			},
		],
	});
	desk.write("a.csv", `${headings}\nsteel,2,5,U,2026-11-20\n`);
	const { output } = await desk.run(["pay", "a.csv"]);
	expect(output).toContain(
		'row 2: "2" of "steel"; "000002" of this vendor is open: if it is meant, format the column as text and enter the number again',
	);
});

describe("a vendor", () => {
	it("is named by its id, or by a name that only one vendor has", async () => {
		const { world, desk } = await openOffice({
			vendors: [
				{ id: "steel", name: "Twin" },
				{ id: "harbor", name: "twin" },
			],
		});
		desk.write(
			"a.csv",
			`${headings}\nTwin,ST/1,5,U1,2026-11-20\nsteel,ST/2,5,U2,2026-11-20\n`,
		);
		const { output } = await desk.run(["pay", "a.csv", "--skip-bad-rows"]);
		expect(output).toMatch(
			/row 2: "Twin" may be several vendors; write the vendor's id, such as "(?:steel|harbor)"/,
		);
		expect(await paidOf(world)).toEqual({ "st-2": 5 });
	});
});

describe("what the file says of an invoice that it names by its id", () => {
	it("must be what the invoice says", async () => {
		const { desk } = await openOffice();
		desk.write(
			"a.csv",
			[
				"Vendor,Invoice number,Invoice id,Amount",
				...["harbor,ST/1,st-1,5", "steel,ST/1,st-2,5", "STEEL,st/3,st-3,5"],
			].join("\n"),
		);
		const { output } = await desk.run(["pay", "a.csv"]);
		expect(output).toContain(
			[
				"  The vendor (1 row)",
				'    row 2: the file says "harbor", and the vendor of the invoice is "Steel Traders"',
				"  The invoice number (1 row)",
				'    row 3: the file says number "ST/1", and the number of the invoice is "ST/2"',
			].join("\n"),
		);
	});
});

it("a payment date long ago or in the future needs a word of the user", async () => {
	const { world, desk } = await openOffice();
	desk.write(
		"a.csv",
		payments.replace("20-Nov-2026", "20-Nov-2027").replace("2026", "2025"),
	);
	const { exitCode, output, errors } = await desk.run(["pay", "a.csv"]);
	expect({ exitCode, errors }).toEqual({
		exitCode: 2,
		errors:
			"Nobody can be asked about the warnings. If the payments are right all the same, say so with --yes. Nothing was paid",
	});
	expect(output).toContain(
		"Warning: 1 payment with a date more than a year ago: row 2\nWarning: 1 payment with a date in the future: row 4\n",
	);
	expect(await paidOf(world)).toEqual({});
	expect(await desk.run(["pay", "a.csv", "--yes"])).toMatchObject({
		exitCode: 0,
	});
});
