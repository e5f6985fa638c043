import { describe, expect, it } from "vitest";
import { zip } from "../../../client/src/payment-file/archive/zip.ts";
import { openFile } from "../../../client/src/payment-file/open-file.ts";
import { fixture, toBytes } from "./support/read-file.ts";

const open = (bytes: Uint8Array) => openFile(bytes).then(({ kind }) => kind);

describe("a file of another kind is refused, and the message says what it is", () => {
	it.each([
		["2003.xls", /XML spreadsheet of 2003/],
		["binary.xlsb", /binary workbook \(.xlsb\)/],
		["old.xls", /old Excel workbook \(.xls\)/],
		["open-document.ods", /OpenDocument spreadsheet/],
		["page.xls", /web page \(HTML\)/],
		["password.xlsx", /protected with a password/],
		["sylk.xls", /SYLK/],
	])("%s", async (name, message) => {
		await expect(open(fixture(`other-kinds/${name}`))).rejects.toThrow(message);
	});

	it.each([
		["%PDF-1.7", /PDF document/],
		["\u0089PNG\r\n", /picture/],
		["{\\rtf1", /RTF/],
		['{"resources": []}', /JSON/],
		['[{"slug": "a"}]', /JSON/],
		["MIME-Version: 1.0\n", /MHTML/],
		["\n <table><tr><td>", /web page/],
		["", /empty/],
	])("%j", async (text, message) => {
		await expect(open(Buffer.from(text, "latin1"))).rejects.toThrow(message);
	});

	it("an archive that is not a workbook", async () => {
		await expect(open(await zip({ "a.csv": "x" }))).rejects.toThrow(
			/ZIP archive/,
		);
	});

	it("a workbook that was received only in part", async () => {
		const whole = fixture("writers/openpyxl.xlsx");
		for (const length of [4, 100, whole.length / 2, whole.length - 1])
			await expect(open(whole.subarray(0, length))).rejects.toThrow(/damaged/);
	});

	it("a workbook in which a byte was changed is either reported as damaged or read with the same content", async () => {
		const whole = fixture("writers/openpyxl.xlsx");
		for (let at = 0; at < whole.length; at += 97) {
			const changed = Uint8Array.from(whole);
			changed[at] = (changed[at] ?? 0) ^ 0x10;
			const texts = (bytes: Uint8Array) =>
				openFile(bytes)
					.then(({ sheets: [sheet] }) => sheet?.read())
					.then((sheet) => JSON.stringify(sheet?.rows))
					.catch(({ name }: Error) => name);
			expect([await texts(whole), "FileProblem"]).toContain(
				await texts(changed),
			);
		}
	});

	it("text in an encoding other than UTF-8 and UTF-16", async () => {
		const bytes = Buffer.from("Vendor,Amount\nCaf\u00e9,1", "latin1");
		await expect(open(bytes)).rejects.toThrow(/not stored as UTF-8/);
	});

	it("is not one that begins with a byte that other kinds have", async () => {
		expect(await open(toBytes("ID,Vendor\n1,2\n"))).toBe("TEXT");
		expect(await open(toBytes("[Vendor],Amount\n"))).toBe("TEXT");
	});
});
