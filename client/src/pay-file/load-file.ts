import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { InputError, opening } from "./errors.ts";
import type { ReadFile } from "./input/file-row.ts";
import { fromRanges, type Target } from "./journal/entries.ts";
import type { KeepsOthers } from "./journal/journal.ts";
import type { RunOptions } from "./options/read-options.ts";
import { tryResultFile } from "./output/result-csv.ts";

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
	opening(`The result file ${resultPath}`, () => tryResultFile(resultPath));
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
 * Returns the digest of the rows that can be read, but for some. A row that cannot be read is never sent, so that a line of
 * totals may come and go as the rows above it are corrected.
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
