import {
	closeSync,
	existsSync,
	fsyncSync,
	openSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { stringify } from "csv-stringify/sync";
import type { FileRow } from "../input/file-row.ts";
import type { RowState } from "../journal/journal-state.ts";
import { resultHeader } from "./result-header.ts";
import { fromSafeCell, toSafeCell } from "./safe-cell.ts";

export interface RowResult {
	/**
	 * `READY`: could be paid (of a dry run). `INVALID`: cannot be paid; nothing was sent. `NOT_SENT`: nothing was sent or taken.
	 * `OPEN`: sent, and the next run learns the outcome. The others are the service's, and the journal's `UNKNOWN`.
	 */
	status:
		| "READY"
		| "INVALID"
		| "NOT_SENT"
		| "OPEN"
		| "DONE"
		| "ERROR"
		| "SKIPPED"
		| "UNKNOWN";
	reason: string;
	message: string;
	key: string;
	bulkActionSlug: string;
}

/** What is known of a row at the end of a run. */
export function toRowResult(
	{ problems }: FileRow,
	state: RowState | undefined,
	isDryRun: boolean,
): RowResult {
	const { key = "", bulkActionSlug = "", reason = "" } = state ?? {};
	const sent = { reason, message: messages[reason] ?? "", key, bulkActionSlug };
	if (state?.status === "DONE") return { ...sent, status: "DONE" };
	if (state?.status === "OPEN")
		return { ...sent, status: "OPEN", message: messages.OPEN };
	if (state?.status === "UNKNOWN")
		return { ...sent, status: "UNKNOWN", message: messages.UNKNOWN };
	if (problems.length > 0)
		return {
			status: "INVALID",
			reason: [...new Set(problems.map((problem) => problem.reason))].join(" "),
			message: problems.map((problem) => problem.message).join("; "),
			key,
			bulkActionSlug,
		};
	if (isDryRun) return { ...sent, status: "READY", reason: "", message: "" };
	if (state?.status === "ERROR" || state?.status === "SKIPPED")
		return { ...sent, status: state.status };
	return { ...sent, status: "NOT_SENT" };
}

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

/** The file's own columns, then the results. */
export function writeResultCsv(
	{
		resultPath,
		headers,
		rows,
	}: {
		resultPath: string;
		headers: readonly string[];
		rows: readonly FileRow[];
	},
	results: readonly RowResult[],
) {
	const lines = rows.map(({ line, cells, texts, payment }, index) => {
		const result = results[index];
		return [
			...headers.map((_, position) => fromSafeCell(texts[position] ?? "")),
			String(line),
			payment?.slug ?? cells.slug,
			payment?.amount ?? cells.amount,
			payment?.utr ?? cells.utr,
			payment?.paymentDate ?? cells.paymentDate,
			...[result?.status ?? "", result?.reason ?? "", result?.message ?? ""],
			...[result?.key ?? "", result?.bulkActionSlug ?? ""],
		];
	});
	writeWhole(resultPath, toCsv([[...headers, ...resultHeader], ...lines]));
}

/** Writes beside the final place and then moves it, so that the file is whole whenever it exists. */
export function writeWhole(path: string, text: string) {
	const file = openSync(partialPath(path), "w");
	try {
		const bytes = Buffer.from(text);
		for (let written = 0; written < bytes.length; )
			written += writeSync(file, bytes, written);
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
	renameSync(partialPath(path), path);
}

/** As spreadsheets read it: with a byte order mark, and no text that they would change. */
export const toCsv = (lines: readonly (readonly string[])[]): string =>
	stringify(
		lines.map((line) => line.map(toSafeCell)),
		{ bom: true, record_delimiter: "windows" },
	);

/** Finds out, before anything is paid, whether the results can be written. @throws when they cannot. */
export function tryResultFile(path: string) {
	if (existsSync(path)) closeSync(openSync(path, "r+"));
	closeSync(openSync(partialPath(path), "w"));
	rmSync(partialPath(path));
}

const partialPath = (path: string) => `${path}.partial`;
