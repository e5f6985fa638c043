import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readCsv } from "../../../client/src/payment-file/csv/read-csv.ts";
import { openFile } from "../../../client/src/payment-file/open-file.ts";
import { readPayments } from "../../../client/src/payment-file/payments/read-payments.ts";
import { limits } from "../../../client/src/payment-file/sheets/limits.ts";
import { suggestFields } from "../../../client/src/payment-file/table/suggest-fields.ts";
import { toTable } from "../../../client/src/payment-file/table/table.ts";
import { toWorkbookFile } from "../../../client/src/payment-file/write/workbook-file.ts";
import { paymentsOf } from "./support/read-file.ts";
import { headings, toWorkbook } from "./support/workbook.ts";

const readSheet = async (bytes: Uint8Array) => {
	const { sheets } = await openFile(bytes);
	return sheets[0]?.read();
};

/** CPU time, since the machine may have other work to do. */
async function cpuMs(run: () => unknown): Promise<number> {
	const start = process.cpuUsage();
	await run();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1_000;
}

describe("a hostile file", () => {
	it("that unpacks to far more than a payment file is refused early", async () => {
		const bytes = await toWorkbook({ rows: headings });
		// The archive says that the sheet is small.
		const blanks = deflateRawSync(Buffer.alloc(limits.unpackedBytes + 1, " "));
		const bomb = replaceSheet(bytes, blanks);
		const before = process.memoryUsage().rss;
		await expect(readSheet(bomb)).rejects.toThrow(/too large/);
		expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
	});

	it("of unclosed cells or elements takes a time that grows with its size", async () => {
		const read = (count: number) => () =>
			toWorkbook({ rows: `<row>${"<c>".repeat(count)}` })
				.then(readSheet)
				.catch(() => undefined);
		await read(1_000)();
		const small = await cpuMs(read(20_000));
		expect(await cpuMs(read(200_000))).toBeLessThan(100 * small + 2_000);
	});

	it.each([
		['"', '"'],
		["a quote in each value", 'a"b,'],
		["empty values", ","],
		["blank lines", "\n"],
		["spaces", " "],
		["separators and blanks", "; "],
	])("of %s takes a time that grows with its size", async (_, part) => {
		const read = (count: number) => () => {
			try {
				readCsv(`Vendor\n${part.repeat(count)}`, ",");
			} catch {}
		};
		read(1_000)();
		const small = await cpuMs(read(20_000));
		expect(await cpuMs(read(200_000))).toBeLessThan(100 * small + 1_000);
	});

	it("with a column far to the right in each row is refused", async () => {
		const far = '<row><c r="XFD1"><v>1</v></c></row>';
		await expect(
			toWorkbook({ rows: far.repeat(300) }).then(readSheet),
		).rejects.toThrow(/too large/);
	});

	it("with a long value is refused", () => {
		expect(() => readCsv("a".repeat(40_000), ",")).toThrow(
			"Row 1: a value has more than 32767 characters, which no cell can hold",
		);
	});
});

/** The archive with other packed bytes as its sheet, which its directory says is as small as before. */
function replaceSheet(archive: Uint8Array, packed: Uint8Array): Uint8Array {
	const bytes = Buffer.from(archive);
	const name = Buffer.from("xl/worksheets/sheet1.xml");
	const local = bytes.indexOf(name) - 30;
	const entry = bytes.lastIndexOf(name) - 46;
	bytes.writeUInt32LE(packed.length, entry + 20);
	bytes.writeUInt32LE(bytes.length, entry + 42);
	return Buffer.concat([
		bytes,
		bytes.subarray(local, local + 30 + name.length),
		packed,
		// The end of the directory must be at the end of the archive.
		bytes.subarray(bytes.length - 22),
	]);
}

describe("a file of 40,000 payments", () => {
	const count = 40_000;
	const columns = ["Vendor", "Invoice number", "Amount", "UTR", "Payment date"];
	const cells = (index: number) =>
		[
			`Vendor ${index % 500}`,
			`INV/${index}`,
			`${index + 1}.5`,
			`AXISN${index}`,
		] as const;

	async function check(bytes: Uint8Array) {
		const { sheets } = await openFile(bytes);
		let progress = 0;
		const sheet = await sheets[0]?.read({
			onProgress: (share) => {
				progress = share;
			},
		});
		if (!sheet) throw new Error("The file has a sheet");
		const table = toTable(sheet, 0);
		const { fields } = suggestFields(table);
		const payments = paymentsOf(readPayments(table, { fields }));
		expect(payments).toHaveLength(count);
		expect(payments.at(-1)).toEqual({
			vendor: "Vendor 499",
			invoiceNumber: "INV/39999",
			amount: "40000.5",
			utr: "AXISN39999",
			paymentDate: "2026-11-20",
		});
		return progress;
	}

	it("is read from a workbook, with its progress", async () => {
		const file = await toWorkbookFile({
			name: "Payments",
			columns: columns.map((heading) => ({ heading })),
			rows: Array.from({ length: count }, (_, index) => [
				...cells(index),
				"2026-11-20",
			]),
		});
		expect(await check(file)).toBe(1);
	});

	it("is read from a CSV file", async () => {
		const lines = Array.from({ length: count }, (_, index) =>
			[...cells(index), "2026-11-20"].join(","),
		);
		await check(
			new TextEncoder().encode([columns.join(","), ...lines].join("\n")),
		);
	});
});
