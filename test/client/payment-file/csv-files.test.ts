import { describe, expect, it } from "vitest";
import { openFile } from "../../../client/src/payment-file/open-file.ts";
import {
	paymentsOf,
	problemsOf,
	readFile,
	toBytes,
} from "./support/read-file.ts";

const header = "Vendor,Invoice number,Amount,UTR,Payment date\n";

async function rowsOf(file: string | Uint8Array) {
	const bytes = typeof file === "string" ? toBytes(file) : file;
	const { sheets } = await openFile(bytes);
	const { rows } = (await sheets[0]?.read()) ?? { rows: [] };
	return rows.map(({ number, cells }) => [
		number,
		...cells.map(({ text }) => text),
	]);
}

describe("a CSV file", () => {
	it("has rows and values however its lines end", async () => {
		expect(await rowsOf('a,b\r\n"c ""d""\n, e",f\n\n , \ng\rh,"",i')).toEqual([
			[1, "a", "b"],
			[2, 'c "d"\n, e', "f"],
			[5, "g"],
			[6, "h", "", "i"],
		]);
	});

	it.each([
		["commas", ","],
		["semicolons", ";"],
		["tabs", "\t"],
		["bars", "|"],
	])("may have %s between its values", async (_, delimiter) => {
		const file = `${header}V,1,"1,00,000",U,2026-11-20\n`.replaceAll(
			/,(?!0)/g,
			delimiter,
		);
		expect(paymentsOf(await readFile(file))).toMatchObject([
			{ vendor: "V", amount: "100000", utr: "U" },
		]);
	});

	it("may name its separator in its first line", async () => {
		const file = `sep=;\n${header.replaceAll(",", ";")}V;1;5;U;2026-11-20\n`;
		const read = await readFile(file);
		expect(read.rows.map(({ number }) => number)).toEqual([3]);
	});

	it.each(["utf-8", "utf-16le", "utf-16be"] as const)(
		"may be %s, with and without a mark",
		async (encoding) => {
			const text = `${header}Café ₹,1,5,U,2026-11-20\n`;
			for (const marked of [text, `\uFEFF${text}`]) {
				const bytes =
					encoding === "utf-8"
						? toBytes(marked)
						: Buffer.from(marked, "utf16le");
				if (encoding === "utf-16be") (bytes as Buffer).swap16();
				expect(paymentsOf(await readFile(bytes))).toMatchObject([
					{ vendor: "Café ₹" },
				]);
			}
		},
	);

	it('has texts in place of formulas such as ="000123", and problems in place of others', async () => {
		const file = await readFile(
			`${header}V,"=""007""",5,="00812345",2026-11-20\nV,=A1&B1,5,U,2026-11-20\n`,
		);
		expect(paymentsOf(file)).toMatchObject([
			{ invoiceNumber: "007", utr: "00812345" },
		]);
		expect(problemsOf(file)).toEqual({
			3: 'invoice number "=A1&B1" is a formula, and a CSV file does not have its result; save the file as .xlsx, or with values in place of formulas',
		});
	});

	it("is refused when a quote is never closed, and a row with a misplaced quote is a problem", async () => {
		await expect(readFile(`${header}V,"1,5,U,2026-11-20\n`)).rejects.toThrow(
			"Row 2: a double quote opens a value and is never closed",
		);
		const file = await readFile(
			`${header}V,Pipe 5",5,U,2026-11-20\nV,"1"x,5,U,2026-11-20\nV,"2" ,5,U,2026-11-20\n`,
		);
		expect(Object.keys(problemsOf(file))).toEqual(["2", "3"]);
	});

	it("has problems where an amount with commas was split", async () => {
		const file = await readFile(
			[
				...[header.trim(), "V,1,1,00,000,U,2026-11-20", "V,2,1,250,U"],
				...["V,3,5", "V,4,1,250,,", "V,5,99,100,2026-11-20"],
				...["V,6,99.00,N100,2026-11-20", "V,7,5,U,2026-11-20"],
			].join("\n"),
		);
		expect(Object.keys(problemsOf(file))).toEqual(["2", "3", "4", "5", "6"]);
		expect(paymentsOf(file).map(({ invoiceNumber }) => invoiceNumber)).toEqual([
			"6",
			"7",
		]);
	});
});
