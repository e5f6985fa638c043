import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { invoiceFailures } from "../../../functions/create-invoices/invoice-failures.ts";
import {
	batchResultSchema,
	unpaidReasons,
} from "../../../shared/domain/payments/payment-result-schema.ts";
import {
	openApiDocument,
	operations,
} from "../../../tools/openapi/document.ts";

const root = join(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/errors.md"), "utf8");

/** Returns the first two cells of each row of a section's table, without backticks. */
const rowsOf = (heading: string) =>
	cellsOf(heading).map(([first = "", second = ""]) => [first, second] as const);

function cellsOf(heading: string): string[][] {
	const [, section = ""] = page.split(`## ${heading}\n`);
	const [table = ""] = section.split("\n## ");
	const rows = table.split("\n").filter((line) => line.startsWith("| "));
	return rows.slice(1).map((row) =>
		row
			.split("|")
			.slice(1, -1)
			.map((cell) => cell.replaceAll("`", "").trim()),
	);
}

const distinct = (texts: readonly string[]) => [...new Set(texts)].toSorted();

/** `<code> <status>` of all errors in the document. */
function documentedCodes(): string[] {
	const common = ["MISSING_CREDENTIALS 401", "INVALID_API_KEY 401"];
	const always = [
		"INSUFFICIENT_PERMISSIONS 403",
		"ACCESS_DENIED 403",
		"INTERNAL_ERROR 500",
	];
	const own = Object.values(operations).flatMap(({ errors }) =>
		Object.entries(errors).flatMap(([status, codes]) =>
			codes.map((code: string) => `${code} ${status}`),
		),
	);
	return distinct([...common, ...always, ...own]);
}

/** The page to which mails lead is no endpoint of the API. */
const pageFiles = "functions/approval-page/**/*.ts";

const codeOf = (pattern: string, exclude: string[] = []) =>
	globSync(pattern, { cwd: root, exclude })
		.map((file) => readFileSync(join(root, file), "utf8"))
		.join("\n");

/** `<code> <status>` wherever the code makes an error: `new ApiError(404, "TAG_NOT_FOUND", …)`. */
function thrownCodes(code: string): string[] {
	const thrown = [...code.matchAll(/new ApiError\(\s*(\d+),\s*"([A-Z_]+)"/g)];
	const invalid = [...code.matchAll(/\binvalid\(\s*"([A-Z_]+)"/g)];
	return distinct([
		...thrown.map(([, status, name]) => `${name} ${status}`),
		// Those of `shared/domain/purchase-order/errors.ts`.
		...invalid.map(([, name]) => `${name} 400`),
	]);
}

describe("docs/errors.md", () => {
	it("has every code with its status, as the document has them and the code throws them", () => {
		const described = rowsOf("Error codes").map((row) => row.join(" "));
		expect(described.toSorted()).toEqual(documentedCodes());
		const code = codeOf("{functions,shared}/**/*.ts", [pageFiles]);
		const thrown = [...thrownCodes(code), "INTERNAL_ERROR 500"];
		expect(distinct(thrown)).toEqual(documentedCodes());
	});

	it("has every code of the approval page with its status", () => {
		const described = rowsOf("Codes of the approval page");
		expect(described.map((row) => row.join(" ")).toSorted()).toEqual(
			thrownCodes(codeOf(pageFiles)),
		);
	});

	it("has every reason of a result", () => {
		const described = rowsOf("Reasons of results").map(([reason]) => reason);
		const reasons = [...unpaidReasons, "PROCESSING_FAILED", "BATCH_STOPPED"];
		expect(described.toSorted()).toEqual(reasons.toSorted());
		const inSchema = JSON.stringify(batchResultSchema);
		for (const [reason, status] of rowsOf("Reasons of results"))
			expect(inSchema).toMatch(new RegExp(`"${status}".*"${reason}"`));
	});

	it("has every code of an invoice that failed", () => {
		const codes = Object.values(invoiceFailures).map(({ code }) => code);
		const described = rowsOf("Codes of failed invoices").map(([code]) => code);
		expect(described.toSorted()).toEqual(distinct(codes));
	});

	it("has every status that the gateway answers by itself", () => {
		const text = JSON.stringify(openApiDocument());
		const described = rowsOf("The gateway's own answers");
		expect(described.map(([status]) => status)).toEqual([
			"404",
			"413",
			"429",
			"500",
			"503",
		]);
		for (const [status] of described) expect(text).toContain(`"${status}":`);
	});
});
