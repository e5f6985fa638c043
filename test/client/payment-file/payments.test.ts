import { describe, expect, it } from "vitest";
import { mayBeCurrency } from "../../../client/src/payment-file/cells/currency.ts";
import { readAmount } from "../../../client/src/payment-file/cells/read-amount.ts";
import {
	type DateOrder,
	readDate,
} from "../../../client/src/payment-file/cells/read-date.ts";
import { indexVendors } from "../../../client/src/payment-file/payments/vendors.ts";
import { paymentsOf, problemsOf, readFile } from "./support/read-file.ts";

describe("an amount", () => {
	it.each([
		["100000", "100000"],
		["1,00,000.00", "100000"],
		["100,000.50", "100000.5"],
		[" ₹ 1,00,000 ", "100000", "INR"],
		["Rs. 500/-", "500", "INR"],
		["500/-", "500", "INR"],
		["INR 500", "500", "INR"],
		["500 usd", "500", "USD"],
		["US$500", "500", "USD"],
		["$500", "500", "$"],
		["€ 5", "5", "EUR"],
		["1\u00A000\u00A0000.50", "100000.5"],
		["\u200E100\u200B", "100"],
		["000100.10", "100.1"],
		["0.05", "0.05"],
	])("%j is read", (text, amount, currency?: string) => {
		expect(readAmount({ text })).toEqual({
			amount,
			...(currency !== undefined && { currency }),
		});
	});

	it.each([
		["", /is missing/],
		["-5", /sign/],
		["(5.00)", /sign/],
		["5-", /sign/],
		["1.23E+15", /shortened/],
		["12.500", /two amounts/],
		["1.000,00", /commas between groups/],
		["1.000.000", /commas between groups/],
		["0,500", /commas between groups/],
		["1,0000", /commas between groups/],
		["? 100", /sign of the rupee/],
		["five", /not an amount/],
		["4.5 lakh", /not an amount/],
		["100 TDS", /not an amount/],
		["100 Cr", /not an amount/],
		["1 2", /not an amount/],
		["1 000,00", /not an amount/],
		["₹ 5 USD", /two currencies/],
		["0", /not above 0/],
		["0.00", /not above 0/],
		["1234567890123456", /more than 15 digits/],
		["१००", /not an amount/],
	])("%j is a problem", (text, problem) => {
		expect(readAmount({ text })).toEqual({
			problem: expect.stringMatching(problem),
		});
	});

	it("that is a number is what the cell shows", () => {
		const read = (text: string, number: string) => readAmount({ text, number });
		expect(read("12.500", "12.5")).toEqual({ amount: "12.5" });
		expect(read("₹ 14,832.25", "14832.25")).toEqual({
			amount: "14832.25",
			currency: "INR",
		});
		expect(read("39.33", "39.3333333333333")).toEqual({ amount: "39.33" });
		expect(read("12,34,567.89", "1234567.891")).toEqual({
			amount: "1234567.89",
		});
	});

	it.each([
		["1235", "1234.56"],
		["90.2K", "90210"],
		["4.5", "4500"],
		["450%", "4.5"],
		["5", "-5"],
		["(5.00)", "-5"],
	])("%j that is shown for the number %s is a problem", (text, number) => {
		expect(readAmount({ text, number })).toHaveProperty("problem");
	});

	it("with decimals that the width of the column may cut off is a problem", () => {
		expect(
			readAmount({ text: "39.333", number: "39.333", isUnformatted: true }),
		).toHaveProperty("problem");
		expect(readAmount({ text: "39.333", number: "39.333" })).toEqual({
			amount: "39.333",
		});
	});
});

describe("a date", () => {
	it.each([
		["2026-11-21", "2026-11-21"],
		["21-Nov-2026", "2026-11-21"],
		["21 november 26", "2026-11-21"],
		["21-Sept-26", "2026-09-21"],
		["Nov 21, 2026", "2026-11-21"],
		["21/11/2026", "2026-11-21"],
		["04.04.2026", "2026-04-04"],
		["2026/1/2", "2026-01-02"],
		["21/11/2026 18:30", "2026-11-21"],
		["2026-11-21T18:30:15.123", "2026-11-21"],
		["21-Nov-2026, 6:30 PM", "2026-11-21"],
		["2026-11-21T00:00:00Z", "2026-11-21"],
		["\u200E21/11/2026\u00A0", "2026-11-21"],
	])("%j is read", (text, date) => {
		expect(readDate({ text })).toEqual({ date });
	});

	it.each([
		["2026-11-19T18:30:00.000Z", /time of another time zone/],
		["2026-11-19 18:30 +05:30", /time of another time zone/],
		["31/02/2026", /does not exist/],
		["21/11/26", /two digits of the year/],
		["46346", /number of a day/],
		["21-Foo-2026", /names a month/],
		["tomorrow", /not a date/],
		["20261121", /not a date/],
	])("%j is a problem", (text, problem) => {
		expect(readDate({ text })).toEqual({
			problem: expect.stringMatching(problem),
		});
	});

	it("that may be two days is asked about, and read as the caller says", () => {
		const read = (text: string, order?: DateOrder) => readDate({ text }, order);
		expect(read("03/04/2026")).toMatchObject({ isAmbiguous: true });
		expect(read("11/21/2026")).toMatchObject({ isAmbiguous: true });
		expect(read("03/04/2026", "day-first")).toEqual({ date: "2026-04-03" });
		expect(read("03/04/2026", "month-first")).toEqual({ date: "2026-03-04" });
		expect(read("21/11/2026", "month-first")).toHaveProperty("problem");
	});
});

const read = (heading: string, ...rows: string[]) =>
	readFile([heading, ...rows].join("\n"));

describe("a row", () => {
	it("has the texts that a person sees: no invisible characters, and blanks of one kind", async () => {
		const file = await read(
			"Vendor,Invoice number,Amount,UTR,Narration",
			"Cafe\u0301\u00A0\u00A0Kaveri,\uFEFFLF/01\u200B,5,  AXIS\u00ADN77 , as agreed ",
		);
		expect(paymentsOf(file)).toEqual([
			{
				vendor: "Café Kaveri",
				invoiceNumber: "LF/01",
				amount: "5",
				utr: "AXISN77",
				narration: "as agreed",
			},
		]);
	});

	it("has all of its problems at once", async () => {
		const file = await read(
			"Vendor,Invoice number,Amount,UTR,Payment date,Narration",
			`V,,x,${"9".repeat(65)},31/02/2026,${"n".repeat(501)}`,
			'V,1.23E+15,5,#N/A,,"a\nb"',
			"V,1,5,####,03/04/2026,\u{1F4A5}\uFFFD",
		);
		expect(
			file.rows.map(({ problems }) => problems.map(({ code }) => code)),
		).toEqual([
			["INVOICE", "AMOUNT", "UTR", "NARRATION", "DATE"],
			["INVOICE", "UTR", "NARRATION"],
			["UTR", "NARRATION", "DATE_ORDER"],
		]);
		expect(file.rows[0]?.payment).toBeUndefined();
	});

	it("with no UTR or date, where others have one, is pointed out", async () => {
		const { notes } = await read(
			"Invoice number,Amount,UTR,Payment date",
			"1,5,,",
			"2,5,U,2026-11-20",
		);
		expect(notes).toEqual([
			"1 payment is without a UTR.",
			"1 payment is without a payment date. The day on which a payment is recorded counts as its date.",
		]);
	});

	it("names one currency, in its amount, its column or the heading of the amounts", async () => {
		const file = await read(
			"Invoice number,Amount (INR),Currency",
			"1,5,",
			"2,₹ 5,inr",
			"3,$ 5,",
			"4,5,USD",
		);
		expect(paymentsOf(file).map(({ currency }) => currency)).toEqual([
			"INR",
			"INR",
		]);
		expect(problemsOf(file)).toEqual({
			4: 'the row names several currencies: "$", "INR"',
			5: 'the row names several currencies: "INR", "USD"',
		});
		expect(
			problemsOf(await read("Invoice number,Amount,Currency", "1,5,Rupees")),
		).toEqual({
			2: 'currency "Rupees" is not the code of a currency, such as INR',
		});
	});

	it("whose amounts are in lakhs, as their heading says, is a problem", async () => {
		const file = await readFile(
			"Invoice number,Amount,Amount in lakhs\n1,450000,4.5\n",
			{ fields: { invoiceNumber: 0, amount: 2 } },
		);
		expect(problemsOf(file)).toEqual({
			2: "the heading says that amounts are in thousands, lakhs or the like; write whole amounts",
		});
	});
});

describe("a total", () => {
	it("is no payment, and is checked", async () => {
		const file = await read(
			"Vendor,Invoice number,Amount,UTR,Date",
			...["A,1,5,U,2026-11-20", "A,2,6,U,2026-11-20", "Sub-total,,11"],
			...["B,3,7,U,2026-11-20", "Sub total,,7", ",,18"],
			...["Grand Total:,,18", "Total,,"],
		);
		expect(problemsOf(file)).toEqual({});
		expect(paymentsOf(file)).toHaveLength(3);
		expect(file.notes).toEqual([
			"5 rows are not paid, because they are totals: rows 4, 6, 7, 8, 9.",
		]);
	});

	it("that is not the sum of the rows above is a problem", async () => {
		const file = await read(
			"Vendor,Invoice number,Amount",
			"A,1,5",
			"Total,,15",
		);
		expect(problemsOf(file)).toEqual({
			3: "the total 15 is not the sum of the rows above, which is 5; a row may be missing or wrong",
		});
	});

	it("is not a row that has an invoice, or something else than the sum", async () => {
		const file = await read(
			"Vendor,Invoice number,Amount",
			...["A,1,5", "Total,7,5", "Total Energies,,5", ",,6"],
		);
		expect(file.rows.filter(({ isTotal }) => isTotal)).toEqual([]);
		expect(problemsOf(file)).toEqual({
			4: "the invoice number is missing",
			5: "the invoice number is missing",
		});
	});
});

describe("vendors", () => {
	const vendors = [
		{ vendorId: "v1", name: "Steel  Traders" },
		{ vendorId: "v2", name: "Harbor" },
		{ vendorId: "v3", name: "harbor" },
		{ vendorId: "Harbor", name: "Third" },
	];
	const find = indexVendors(vendors);

	it("are found by name or id, however it is written", () => {
		expect(find(" steel traders")).toEqual([vendors[0]]);
		expect(find("V1")).toEqual([vendors[0]]);
		expect(find("nobody")).toEqual([]);
	});

	it("are several when a name may mean them, but an exact id means one", () => {
		expect(find("HARBOR")).toHaveLength(3);
		expect(find("Harbor")).toEqual([vendors[3]]);
	});
});

describe("what a file says of the currency", () => {
	it("is true of the invoice when the code or the sign is that of its currency", () => {
		expect(mayBeCurrency("inr", "INR")).toBe(true);
		expect(mayBeCurrency("$", "SGD")).toBe(true);
		expect(mayBeCurrency("$", "INR")).toBe(false);
		expect(mayBeCurrency("USD", "SGD")).toBe(false);
	});
});
