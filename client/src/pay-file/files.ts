import { createHash } from "node:crypto";
import {
	closeSync,
	existsSync,
	fsyncSync,
	openSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from "node:fs";
import { resolve } from "node:path";
import { stringify } from "csv-stringify/sync";
import { InputError, opening } from "./errors.ts";
import { fromSafeCell, toSafeCell } from "./input/cells.ts";
import type { FileRow, ReadFile } from "./input/file-row.ts";
import { fromRanges, type Target } from "./journal/entries.ts";
import type { KeepsOthers } from "./journal/journal.ts";
import type { RunOptions } from "./options.ts";
import type { ResultColumns, RowResult } from "./output/results.ts";

/** No month has so many payments. */
const bytesMax = 200_000_000;

export interface LoadedFile extends ReadFile {
	journalPath: string;
	lockPath: string;
	resultPath: string;
	/** The paths of files that are written next to the file begin so. */
	stem: string;
}

/** What follows the file's name in those of its result files. */
export interface ResultSuffixes {
	result: string;
	dryRun: string;
	/** What is left out of the file's own name. */
	instead?: string;
}

/**
 * @throws InputError when there is no such file, or it cannot be read.
 */
export async function loadFile(
	{ file, resultFile, isDryRun }: RunOptions,
	{ result, dryRun, instead = "" }: ResultSuffixes,
	read: (bytes: Uint8Array) => ReadFile | Promise<ReadFile>,
): Promise<LoadedFile> {
	const path = findFile(file);
	// A workbook next to a CSV file of the same name has results of its own.
	const name = path.replace(/\.csv$/i, "");
	const stem = name.endsWith(instead)
		? name.slice(0, name.length - instead.length)
		: name;
	const resultPath = resultFile ?? `${stem}${isDryRun ? dryRun : result}.csv`;
	if (
		[path, `${path}.journal`, `${path}.lock`].includes(toRealPath(resultPath))
	)
		throw new InputError(
			`--results ${resultFile}: names a file of the run itself`,
		);
	return {
		...(await read(opening(file, () => readFileSync(path)))),
		// They are written next to the file itself, also when a link leads to it.
		journalPath: `${path}.journal`,
		lockPath: `${path}.lock`,
		resultPath,
		stem,
	};
}

const toRealPath = (path: string) =>
	existsSync(path) ? realpathSync(path) : resolve(path);

function findFile(file: string): string {
	const path = opening(file, () => realpathSync(file));
	const status = opening(file, () => statSync(path));
	if (!status.isFile()) throw new InputError(`${file} is not a file`);
	if (status.size > bytesMax)
		throw new InputError(`${file} has more than ${bytesMax} bytes`);
	return path;
}

/** For a journal of the file as it was before bad rows were corrected. */
export const toKeepsOthers =
	({ readings }: ReadFile): KeepsOthers =>
	({ rows, others }) =>
		digestOthers(readings, new Set(fromRanges(rows))) === others;

/**
 * Returns the digest of the rows that can be read, but for some. A row that cannot be read is never sent, so that a
 * line of totals may come and go as the rows above it are corrected.
 */
export function digestOthers(
	readings: ReadFile["readings"],
	left: ReadonlySet<number>,
): string {
	const digest = createHash("sha256");
	for (const [index, reading] of readings.entries())
		if (reading !== undefined && !left.has(index))
			digest.update(`${index} ${reading}\n`);
	return digest.digest("hex");
}

export const toTarget = (
	{ sha256, readingSha256, rows }: ReadFile,
	url: string,
	organization: string,
): Target => ({
	url,
	organization,
	file: sha256,
	payments: readingSha256,
	rows: rows.length,
});

/** The file's own columns, then the results. */
export function writeResultCsv(
	{ resultHeader, toResultCells }: ResultColumns,
	{ resultPath, headers, rows }: LoadedFile,
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
function writeWhole(path: string, text: string) {
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

/**
 * Finds out, before anything is paid, whether the results can be written. A run does so only under the lock: another
 * one may be writing them.
 *
 * @throws InputError when they cannot.
 */
export const tryResultFile = (path: string) =>
	opening(`The result file ${path}`, () => {
		if (existsSync(path)) closeSync(openSync(path, "r+"));
		closeSync(openSync(partialPath(path), "w"));
		rmSync(partialPath(path));
	});

const partialPath = (path: string) => `${path}.partial`;

/**
 * Writes the rows to correct as a file that can be paid. A file of this name that says something else may have been
 * corrected already, and stays.
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
