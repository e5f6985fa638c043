import { InputError } from "../errors.ts";
import { readAmount } from "../input/cells.ts";
import {
	type FileRow,
	noCells,
	type Problem,
	type ReadFile,
} from "../input/file-row.ts";
import type { RawRow } from "../input/read-row.ts";
import { findTable, sha256, toSheets } from "../input/table.ts";
import type { RowState } from "../journal/entries.ts";
import { count } from "./figures.ts";
import { fromSafeCell, type RowResult } from "./result-csv.ts";

/** The columns of a result file, behind those of the file that was paid. */
export const resultHeader = [
	...["line", "invoiceId", "amount", "utr", "paymentDate", "status", "reason"],
	...["message", "idempotencyKey", "batch", "paymentId"],
];

/** The vendor of the invoice that was found; before the other columns, by which later commands know a result file. */
export const vendorHeader = "vendorFound";

/** What is known of a row at the end of a run that pays. */
export function toRowResult(
	{ problems }: FileRow,
	state: RowState | undefined,
	isDryRun: boolean,
): RowResult {
	const { key = "", bulkActionSlug = "", reason = "" } = state ?? {};
	const { paymentId = "" } = state ?? {};
	const sent = { reason, message: "", key, bulkActionSlug, paymentId };
	if (state?.status === "DONE") return { ...sent, status: "DONE" };
	if (state?.status === "OPEN")
		return { ...sent, status: "OPEN", message: messages.OPEN };
	if (state?.status === "UNKNOWN")
		return { ...sent, status: "UNKNOWN", message: messages.UNKNOWN };
	if (problems.length > 0)
		return { ...sent, status: "INVALID", ...toInvalid(problems) };
	if (isDryRun) return { ...sent, status: "READY", reason: "" };
	return { ...sent, ...toNotDone(state, messages) };
}

const refusal = /^REFUSED: /;
/** A field as the service names it, such as `/resources/0/utr`. */
const pointer = /(?<=^|\s)\/(?:[^\s/]+\/)*(?=[^\s/])/g;

/** Why a row that could have been done is not, and what to do. */
export function toNotDone(
	state: (Pick<RowState, "reason"> & { status: string }) | undefined,
	messages: Partial<Record<string, string>>,
): Pick<RowResult, "status" | "reason" | "message"> {
	const { status, reason = "" } = state ?? {};
	const message = messages[reason];
	if (status !== "ERROR" && status !== "SKIPPED")
		return {
			...{ status: "NOT_SENT", reason },
			message: message ?? "Not sent: run the same command again",
		};
	if (refusal.test(reason))
		return {
			...{ status, reason: "REFUSED" },
			message: `The service refused the request with this row and did nothing of it: ${reason.replace(refusal, "").replaceAll(pointer, "")}; ${askOperators}`,
		};
	return {
		...{ status, reason },
		message: message ?? `The service refused this row; ${askOperators}`,
	};
}

const askOperators = "ask the people who run the service";

/** Why a row is bad. */
export const toInvalid = (problems: FileRow["problems"]) => ({
	reason: [...new Set(problems.map((problem) => problem.reason))].join(" "),
	message: problems.map((problem) => problem.message).join("; "),
});

const messages = {
	OPEN: "The outcome is not known yet: run the same command again",
	UNKNOWN:
		"It cannot be found out whether this row was paid: look for its amount and UTR among the payments of the invoice",
	NOT_FOUND: "No invoice has this id",
	INVALID_STATE: "The invoice is not APPROVED",
	PLATFORM_PAYMENT_IN_FLIGHT:
		"A payment of the invoice on the platform has not settled yet",
	AMOUNT_EXCEEDS: "The amount is more than is due",
	LOCK_HELD: "Another action on the invoice was in progress; run again",
	BATCH_STOPPED:
		"The batch was stopped before this row was paid; run again only if it is to be paid",
	PROCESSING_FAILED: "The service gave the row up; nothing was paid; run again",
	NOT_RECORDED: "The request was sent, and this row was not paid; run again",
	MAP_BATCH_IN_PROGRESS: "Another batch was running; run again",
} as const satisfies Record<string, string> as Record<string, string> & {
	OPEN: string;
	UNKNOWN: string;
};

export const toResultCells = (
	{ line, cells, payment }: FileRow,
	{ status, reason, message, key, bulkActionSlug, paymentId }: RowResult,
): string[] => [
	String(line),
	payment?.slug ?? cells.invoiceId,
	payment?.amount ?? cells.amount,
	payment?.utr ?? cells.utr,
	payment?.paymentDate ?? cells.paymentDate,
	...[status, reason, message, key, bulkActionSlug, paymentId],
];

/** Version 1.0 wrote these names. */
const formerNames: Partial<Record<string, string>> = {
	slug: "invoiceId",
	bulkActionSlug: "batch",
};

/**
 * Where the columns of a result file begin: behind those of the file that was paid, which may have the same names. Undefined:
 * it is none. Files of earlier versions had no payment ids, which were last.
 */
export function findResultColumns(
	headers: readonly string[],
): { start: number; hasPaymentIds: boolean } | undefined {
	const names = headers.map((name) => formerNames[name.trim()] ?? name.trim());
	for (const length of [resultHeader.length, resultHeader.length - 1])
		for (let start = names.length - length; start >= 0; start--)
			if (
				resultHeader
					.slice(0, length)
					.every((name, index) => names[start + index] === name)
			)
				return { start, hasPaymentIds: length === resultHeader.length };
	return undefined;
}

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

function toColumns(headers: readonly string[]) {
	const columns = findResultColumns(headers);
	if (columns) return columns;
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
	if (status === "OPEN" || status === "UNKNOWN")
		return problem(
			"NOT_KNOWN",
			"it is not known whether this row was paid: run pay on its file first",
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
