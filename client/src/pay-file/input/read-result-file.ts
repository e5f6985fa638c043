import { InputError } from "../input-error.ts";
import type { ReadFile } from "../load-file.ts";
import { count } from "../output/figures.ts";
import { findResultColumns, resultHeader } from "../output/results.ts";
import { fromSafeCell } from "../output/safe-cell.ts";
import { type FileRow, noCells, type Problem } from "./file-row.ts";
import { findTable } from "./find-table.ts";
import { readAmount } from "./read-amount.ts";
import type { RawRow } from "./read-row.ts";
import { sha256, toSheets } from "./sheets.ts";

/**
 * Reads a result file of `pay`: the rows that are paid have a payment, the others ask for nothing.
 *
 * @throws InputError when it is none, or one of a version that knew no payment ids.
 */
export async function readResultFile(bytes: Uint8Array): Promise<ReadFile> {
	const {
		header,
		columns,
		rows: rawRows,
	} = findTable(await toSheets(bytes, undefined), toColumns);
	if (!columns.hasPaymentIds)
		throw new InputError(
			"The result file is of an earlier version and has no payment ids: run pay on its file of payments again, which pays nothing twice and writes them",
		);
	const rows = rawRows.map((row) => readRow(row, columns.start));
	noteRepeats(rows);
	const read = rows.map(({ payment, paymentId }) =>
		JSON.stringify(payment ? [payment.slug, paymentId] : null),
	);
	const paid = rows.filter(({ payment }) => payment).length;
	const digest = sha256(read.join("\n"));
	return {
		headers: header.cells,
		rows,
		readings: read,
		// A spreadsheet may have saved the file: only the payments count.
		sha256: digest,
		readingSha256: digest,
		description: `${count(rows.length, "row")}, of which ${paid} ${paid === 1 ? "has" : "have"} a payment to reverse`,
	};
}

function toColumns(headers: readonly string[]) {
	const columns = findResultColumns(headers);
	if (columns) return columns;
	throw new InputError(
		'This is not a result file: name the file that "pay" has written, such as payments.results.csv',
	);
}

function readRow(
	{ line, cells: texts, error }: RawRow,
	start: number,
): FileRow {
	const cell = (name: (typeof resultHeader)[number]) =>
		fromSafeCell(texts[start + resultHeader.indexOf(name)] ?? "").trim();
	const [slug, amount, paymentId] = [
		cell("invoiceId"),
		cell("amount"),
		cell("paymentId"),
	];
	const row = { line, texts, cells: { ...noCells, invoiceId: slug, amount } };
	const problem = (reason: string, message: string): FileRow => ({
		...row,
		problems: [{ reason, message }],
	});
	if (error !== undefined) return problem("ROW", error);
	const status = cell("status");
	if (status === "OPEN" || status === "UNKNOWN")
		return problem(
			"NOT_KNOWN",
			"it is not known whether this row was paid: run pay on its file first",
		);
	const problems: Problem[] = [];
	if (status !== "DONE") return { ...row, problems };
	const read = readAmount(amount);
	if ("problem" in read) return problem("AMOUNT", read.problem);
	if (slug === "" || paymentId === "")
		return problem(
			"NO_PAYMENT_ID",
			"the payment's id is missing: run pay on its file again, which pays nothing twice and looks the id up",
		);
	return { ...row, problems, payment: { slug, ...read }, paymentId };
}

/** The sum would be wrong; the payment is reversed once in any case. */
function noteRepeats(rows: readonly FileRow[]) {
	const first = new Map<string, FileRow>();
	for (const row of rows) {
		if (row.paymentId === undefined) continue;
		const other = first.get(row.paymentId);
		if (!other) first.set(row.paymentId, row);
		else
			row.problems.push({
				reason: "REPEATED",
				message: `line ${other.line} has the same payment; delete one of the two`,
			});
	}
}
