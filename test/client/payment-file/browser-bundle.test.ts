import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../../client/src/payment-file");

/** What the console needs to read a file. */
const reader = `
export { openFile } from "./open-file.ts";
export { chooseSheet } from "./table/choose-sheet.ts";
export { findHeadingRow } from "./table/headings.ts";
export { suggestFields } from "./table/suggest-fields.ts";
export { toTable } from "./table/table.ts";
export { readPayments } from "./payments/read-payments.ts";
export { findContradictions } from "./payments/agreement.ts";
export { indexVendors } from "./payments/vendors.ts";
`;

const writer = `
export { toCsvFile } from "./write/csv-file.ts";
export { toWorkbookFile } from "./write/workbook-file.ts";
`;

/** esbuild refuses modules that only Node.js has. */
async function bundle(contents: string): Promise<Uint8Array> {
	const { outputFiles } = await build({
		stdin: { contents, resolveDir: folder, loader: "ts" },
		bundle: true,
		minify: true,
		format: "esm",
		platform: "browser",
		write: false,
		logLevel: "silent",
	});
	const [file] = outputFiles;
	if (!file) throw new Error("esbuild writes one file");
	return file.contents;
}

describe("the reader of payment files in a browser", () => {
	it("needs no module of Node.js, and is at most 30 KB compressed", async () => {
		const bytes = await bundle(reader);
		expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(30 * 1024);
	});

	it("writes files without a module of Node.js", async () => {
		const bytes = await bundle(writer);
		expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(4 * 1024);
	});
});
