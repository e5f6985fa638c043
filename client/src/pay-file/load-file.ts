import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type PaymentsFile, readPayments } from "./input/read-payments.ts";
import { InputError, opening } from "./input-error.ts";
import type { Target } from "./journal/entries.ts";
import type { KeepsOthers } from "./journal/journal.ts";
import { fromRanges } from "./journal/ranges.ts";
import type { PayOptions } from "./options/read-options.ts";
import { tryResultFile } from "./output/result-csv.ts";

/** Far more than any month's payments. */
const bytesMax = 200_000_000;

export interface LoadedFile extends PaymentsFile {
	journalPath: string;
	lockPath: string;
	resultPath: string;
	/** Beginning of the paths of files that are written beside the file. */
	stem: string;
}

/** @throws InputError when there is no such file, or it is not a file of payments. */
export function loadFile({
	file,
	reading,
	resultFile,
	isDryRun,
}: PayOptions): LoadedFile {
	const path = findFile(file);
	const suffix = isDryRun ? "dry-run" : "results";
	const stem = path.replace(/\.csv$/i, "");
	const resultPath = resultFile ?? `${stem}.${suffix}.csv`;
	if (
		[path, `${path}.journal`, `${path}.lock`].includes(toRealPath(resultPath))
	)
		throw new InputError(
			`--results ${resultFile}: names a file of the run itself`,
		);
	opening(`The result file ${resultPath}`, () => tryResultFile(resultPath));
	return {
		...readPayments(
			opening(file, () => readFileSync(path)),
			reading,
		),
		// Beside the file itself, also when a link leads to it.
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
	({ readings }: PaymentsFile): KeepsOthers =>
	({ rows, others }) =>
		digestOthers(readings, new Set(fromRanges(rows))) === others;

/** Digest of all rows but some. */
export function digestOthers(
	readings: readonly string[],
	left: ReadonlySet<number>,
): string {
	const digest = createHash("sha256");
	for (const [index, reading] of readings.entries())
		if (!left.has(index)) digest.update(`${index} ${reading}\n`);
	return digest.digest("hex");
}

export const toTarget = (
	{ sha256, readingSha256, rows }: PaymentsFile,
	url: string,
	organization: string,
): Target => ({
	url,
	organization,
	file: sha256,
	payments: readingSha256,
	rows: rows.length,
});
