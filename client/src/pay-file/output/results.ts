import { InputError } from "../errors.ts";
import { fromSafeCell, readAmount } from "../input/cells.ts";
import {
	type FileRow,
	noCells,
	type Problem,
	type ReadFile,
} from "../input/file-row.ts";
import type { RawRow } from "../input/read-row.ts";
import { findTable, sha256, toSheets } from "../input/table.ts";
import type { RowState } from "../journal/entries.ts";
import { count } from "./report.ts";

/** What is known of a row at the end of a run. */
export interface RowResult {
	/**
	 * `READY`: could be done (of a dry run). `INVALID`: cannot be done; nothing was sent. `NOT_SENT`: nothing was sent or
	 * taken. `NOTHING_TO_DO`: the row asks for nothing. `OPEN`: sent, and the next run learns the outcome. The others are
	 * the service's, and the journal's `UNKNOWN`.
	 */
	status:
		| "READY"
		| "INVALID"
		| "NOT_SENT"
		| "NOTHING_TO_DO"
		| "OPEN"
		| "DONE"
		| "ERROR"
		| "SKIPPED"
		| "UNKNOWN";
	reason: string;
	message: string;
	key: string;
	bulkActionSlug: string;
	paymentId: string;
}

/** The columns of a result file behind those of the file itself. */
export interface ResultColumns {
	resultHeader: readonly string[];
	toResultCells(row: FileRow, result: RowResult): string[];
}

/** By a status or a reason. */
export type Messages = Readonly<Partial<Record<string, string>>>;

/**
 * What is known of a row at the end.
 *
 * @param messages What to do, by status or reason.
 */
export function toRowResult(
	{ problems, payment, doneBefore }: FileRow,
	state: RowState | undefined,
	messages: Messages,
	isDryRun: boolean,
): RowResult {
	const { status, reason = "", key = "", bulkActionSlug = "" } = state ?? {};
	const { paymentId = "" } = state ?? {};
	const sent = { reason, message: "", key, bulkActionSlug, paymentId };
	if (status === "DONE") return { ...sent, status };
	if (status === "OPEN" || status === "UNKNOWN")
		return { ...sent, status, message: messages[status] ?? "" };
	if (problems.length > 0)
		return { ...sent, status: "INVALID", ...toInvalid(problems) };
	if (!payment)
		return { ...sent, status: "NOTHING_TO_DO", message: "It was not paid" };
	if (doneBefore !== undefined)
		return { ...sent, status: "DONE", message: doneBefore };
	if (isDryRun) return { ...sent, status: "READY", reason: "" };
	return { ...sent, ...toNotDone(state, messages) };
}

const refusal = /^REFUSED: /;
/** A field as the service names it, such as `/resources/0/utr`. */
const pointer = /(?<=^|\s)\/(?:[^\s/]+\/)*(?=[^\s/])/g;

/** Why a row that could have been done is not, and what to do. */
export function toNotDone(
	state: (Pick<RowState, "reason"> & { status: string }) | undefined,
	messages: Messages,
): Pick<RowResult, "status" | "reason" | "message"> {
	const { status, reason = "" } = state ?? {};
	const message = messages[reason];
	if (status !== "ERROR" && status !== "SKIPPED")
		return {
			status: "NOT_SENT",
			reason,
			message: message ?? "Not sent: run the same command again",
		};
	if (refusal.test(reason))
		return {
			status,
			reason: "REFUSED",
			message: `The service refused the request with this row and did nothing of it: ${reason.replace(refusal, "").replaceAll(pointer, "")}; ${askOperators}`,
		};
	return {
		status,
		reason,
		message: message ?? `The service refused this row; ${askOperators}`,
	};
}

const askOperators = "ask the people who run the service";

/** Why a row is bad. */
const toInvalid = (problems: FileRow["problems"]) => ({
	reason: [...new Set(problems.map((problem) => problem.reason))].join(" "),
	message: problems.map((problem) => problem.message).join("; "),
});

/** The columns of a result file, behind those of the file that was paid. */
export const resultHeader = [
	...["line", "invoiceId", "amount", "utr", "paymentDate", "status", "reason"],
	...["message", "idempotencyKey", "batch", "paymentId"],
];

/**
 * Where the columns of a result file begin: behind those of the file that was paid, which may have the same names.
 *
 * @returns undefined for another file.
 */
export function findResultStart(
	headers: readonly string[],
): number | undefined {
	const names = headers.map((name) => name.trim());
	for (let start = names.length - resultHeader.length; start >= 0; start--)
		if (resultHeader.every((name, index) => names[start + index] === name))
			return start;
	return undefined;
}

/**
 * Reads a result file of `pay`: the rows that are paid have a payment, the others ask for nothing.
 *
 * @throws InputError for another file.
 */
export async function readResultFile(bytes: Uint8Array): Promise<ReadFile> {
	const {
		header,
		columns: start,
		rows: rawRows,
	} = findTable(await toSheets(bytes, undefined), requireResultStart);
	const rows = rawRows.map((row) => readRow(row, start));
	noteRepeats(rows);
	const read = rows.map(({ payment, paymentId }) =>
		payment ? JSON.stringify([payment.slug, paymentId]) : undefined,
	);
	const paid = rows.filter(({ payment }) => payment).length;
	const digest = sha256(read.map((one) => one ?? "null").join("\n"));
	return {
		headers: header.cells,
		rows,
		readings: read,
		// A spreadsheet may have saved the file: only the payments count.
		sha256: digest,
		readingSha256: digest,
		doubts: [],
		description: `${count(rows.length, "row")}, of which ${paid} ${paid === 1 ? "has" : "have"} a payment to reverse`,
	};
}

function requireResultStart(headers: readonly string[]): number {
	const start = findResultStart(headers);
	if (start !== undefined) return start;
	throw new InputError(
		'This is not a result file: name the file that "pay" has written, such as payments.results.csv',
	);
}

/** As `pay` writes amounts: the point of 100.005 separates decimals. */
const plainAmount = /^\d{1,15}\.\d{1,15}$/;

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
	if (status === "OPEN")
		return problem(
			"NOT_KNOWN",
			"it is not known whether this row was paid: run pay on its file first",
		);
	if (status === "UNKNOWN")
		return problem(
			"NOT_KNOWN",
			"it cannot be found out whether this row was paid: see the payments of its invoice",
		);
	const problems: Problem[] = [];
	if (status !== "DONE") return { ...row, problems };
	const read = plainAmount.test(amount)
		? { amount, inRupees: false }
		: readAmount(amount);
	if ("problem" in read) return problem("AMOUNT", read.problem);
	if (slug === "" || paymentId === "")
		return problem(
			"NO_PAYMENT_ID",
			"the payment's id is missing: run pay on its file again, which looks it up, and pays nothing if you answer no",
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
