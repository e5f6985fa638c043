import {
	closeSync,
	existsSync,
	fsyncSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { stringify } from "csv-stringify/sync";
import type { FileRow } from "../input/file-row.ts";

/** The file's own columns, then the results. */
export function writeResultCsv(
	{ resultHeader, toResultCells }: ResultColumns,
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
	const lines = rows.map((row, index) => {
		const result = results[index];
		return [
			...headers.map((_, position) => fromSafeCell(row.texts[position] ?? "")),
			...(result ? toResultCells(row, result) : []),
		];
	});
	writeWhole(resultPath, toCsv([[...headers, ...resultHeader], ...lines]));
}

/** Writes next to the final place and then moves it, so that the file is whole whenever it exists. */
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

/** What is known of a row at the end of a run. */
export interface RowResult {
	/**
	 * `READY`: could be done (of a dry run). `INVALID`: cannot be done; nothing was sent. `NOT_SENT`: nothing was sent or taken.
	 * `NOTHING_TO_DO`: the row asks for nothing. `OPEN`: sent, and the next run learns the outcome. The others are the
	 * service's, and the journal's `UNKNOWN`.
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

/**
 * Writes the rows to correct as a file that can be paid. A file of this name that says something else may have been corrected
 * already, and stays.
 *
 * @returns Its path.
 */
export function writeToCorrect(
	stem: string,
	headers: readonly string[],
	rows: readonly FileRow[],
): string {
	const lines = rows.map(({ texts, problems }) => [
		...headers.map((_, position) => fromSafeCell(texts[position] ?? "")),
		problems.map(({ message }) => message).join("; "),
	]);
	const text = toCsv([[...headers, "What to correct"], ...lines]);
	for (let number = 1; ; number++) {
		const path = `${stem}.to-correct${number === 1 ? "" : `-${number}`}.csv`;
		if (!existsSync(path)) writeWhole(path, text);
		else if (readFileSync(path, "utf8") !== text) continue;
		return path;
	}
}

/** A spreadsheet would run these as a formula; a plain number with a sign is none. */
const formula = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainNumber = /^[-+]?\d+(?:\.\d+)?$/;
/** A spreadsheet would leave out zeros and digits of these. */
const longDigits = /^(?:0\d+|\d{12,})$/;
/** A spreadsheet would make powers of ten, days and times of these. Whole dates stay as they are. */
const mayBeOther = /^\d+(?:\.\d+)?E[-+]?\d+$|^\d{1,4}[-/:]\d{1,4}$/i;

/** A text as a spreadsheet shows it unchanged: marked with an apostrophe where the spreadsheet would make something else of it. */
export function toSafeCell(text: string): string {
	const isFormula = formula.test(text) && !plainNumber.test(text);
	return isFormula || longDigits.test(text) || mayBeOther.test(text)
		? `'${text}`
		: text;
}

/** The text without the mark. */
export const fromSafeCell = (text: string): string =>
	text.startsWith("'") && toSafeCell(text.slice(1)) === text
		? text.slice(1)
		: text;
