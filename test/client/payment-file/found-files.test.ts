import { describe, expect, it } from "vitest";
import { findContradictions } from "../../../client/src/payment-file/payments/agreement.ts";
import { indexVendors } from "../../../client/src/payment-file/payments/vendors.ts";
import {
	fixture,
	paymentsOf,
	problemsOf,
	readFile,
} from "./support/read-file.ts";

const read = (name: string) => readFile(fixture(`found/${name}`));

describe("files that were once read wrong", () => {
	it("a UTR and a date that are merged over three rows belong to each of them", async () => {
		const payments = paymentsOf(await read("01-merged-utr-and-date.xlsx"));
		expect(payments).toHaveLength(3);
		for (const payment of payments)
			expect(payment).toMatchObject({
				utr: "AXISN26320000001",
				paymentDate: "2026-11-14",
			});
	});

	it("a number with a format is read as the spreadsheet shows it, or is a problem", async () => {
		const file = await read("02-number-with-custom-format.xlsx");
		expect(paymentsOf(file)).toMatchObject([
			{ invoiceNumber: "LF-0007" },
			{ utr: "AXIS090210" },
		]);
		expect(problemsOf(file)).toEqual({
			4: 'amount "4.50 lakh" is shown for the number 4.5, and is not an amount',
		});
	});

	it("an amount whose point may separate thousands is a problem", async () => {
		expect(problemsOf(await read("04a-number-ending-in-zero.csv"))).toEqual({
			2: 'amount "12.500" may mean two amounts, since its point may separate decimals or thousands; write 12.5000 or 12500',
		});
	});

	it("a currency that is not that of the invoice contradicts it", async () => {
		const [payment] = paymentsOf(await read("05a-currency-column.csv"));
		if (!payment) throw new Error("The first row is a payment");
		const invoice = {
			vendorId: "lotus",
			vendorName: "Lotus Fabricators",
			invoiceNumber: "LF/10",
			currency: "INR",
		};
		expect(findContradictions(payment, invoice)).toEqual([
			{
				code: "CURRENCY",
				message: 'the file says "USD", and the currency of the invoice is INR',
			},
		]);
		expect(
			findContradictions(payment, { ...invoice, currency: "USD" }),
		).toEqual([]);
	});

	it("a column with the status of payments is shown and asked about", async () => {
		const { suggestion } = await read("06-bank-status-column.csv");
		expect(suggestion.questions).toEqual([
			{
				code: "NOT_USED",
				positions: [5],
				message:
					'"Status" is not used. Its first values are "Success", "Failed - account closed".',
			},
		]);
	});

	it("asks which of several columns has the amounts", async () => {
		const { suggestion } = await read("07-gross-and-net.csv");
		expect(suggestion.fields.amount).toBeUndefined();
		expect(suggestion.questions).toEqual([
			{
				code: "OTHER_AMOUNTS",
				field: "amount",
				positions: [2, 3, 4],
				message:
					'Several columns could have the amount: "Amount", "TDS", "Net payable". Which one is it?',
			},
		]);
	});

	it('="000123" in a CSV file is the text 000123', async () => {
		const payments = paymentsOf(await read("08-text-formula-in-csv.csv"));
		expect(payments.map(({ utr }) => utr)).toEqual([
			"000123456789",
			"000123456789",
		]);
	});

	it("a text that is written in several pieces is whole", async () => {
		expect(paymentsOf(await read("09-text-in-pieces.xlsx"))).toMatchObject([
			{ utr: "AXISN55", paymentDate: "2026-11-20" },
			{ amount: "100" },
			{ utr: "AXISN56" },
		]);
	});

	it("a date with a time is the day that is shown", async () => {
		const payments = paymentsOf(await read("10-date-with-a-time.xlsx"));
		expect(payments.map(({ paymentDate }) => paymentDate)).toEqual([
			"2026-11-21",
			"2026-11-20",
		]);
	});

	it("a name is the same whether its accent is a separate character or not", async () => {
		const [payment] = paymentsOf(await read("11b-decomposed-accent.csv"));
		const vendor = { vendorId: "cafe", name: "Caf\u00e9 Kaveri" };
		expect(indexVendors([vendor])(payment?.vendor ?? "")).toEqual([vendor]);
	});
});
