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
import type { ResultColumns, RowResult } from "./row-result.ts";
import { fromSafeCell, toSafeCell } from "./safe-cell.ts";

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
