import {
	closeSync,
	existsSync,
	fsyncSync,
	openSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { resultHeadings } from "../../payment-file/table/headings.ts";
import { toCsvFile } from "../../payment-file/write/csv-file.ts";
import { toWorkbookFile } from "../../payment-file/write/workbook-file.ts";
import { describeSystemError } from "../command-line/describe-failure.ts";
import { InputError } from "../command-line/errors.ts";

/** What is known about a row at the end. */
export interface RowResult {
	/**
	 * `DONE`, `ERROR` or `SKIPPED` of the service, `NOT_PAID` when nothing was sent, `READY` when the row can be paid, or
	 * empty.
	 */
	status: string;
	reason: string;
	message: string;
	paymentId: string;
}

export interface ResultsToWrite {
	headings: readonly string[];
	/** The cells of each row, and its result. */
	rows: readonly { texts: readonly string[]; result: RowResult }[];
}

/** The path of a file that is written next to another. */
export const pathNextTo = (path: string, suffix: string): string =>
	path.replace(
		/(\.[^./\\]+)?$/,
		(ending) =>
			`.${suffix}${/^\.(?:xlsx|csv)$/i.test(ending) ? ending.toLowerCase() : `${ending}.csv`}`,
	);

/** Writes the file's own columns and, behind them, the results, as a workbook or as CSV. */
export async function writeResults(
	path: string,
	{ headings, rows }: ResultsToWrite,
): Promise<void> {
	const all = [...headings, ...resultHeadings];
	const lines = rows.map(({ texts, result }) => [
		...texts,
		...[result.status, result.reason, result.message, result.paymentId],
	]);
	const bytes = path.endsWith(".xlsx")
		? await toWorkbookFile({
				name: "Results",
				columns: all.map((heading) => ({ heading })),
				rows: lines,
			})
		: Buffer.from(toCsvFile([all, ...lines]));
	writeWhole(path, bytes);
}

/** Writes the file next to its final place and then moves it, so that it is whole whenever it exists. */
export function writeWhole(path: string, bytes: Uint8Array) {
	const partial = `${path}.partial`;
	try {
		const file = openSync(partial, "w");
		try {
			for (let written = 0; written < bytes.length; )
				written += writeSync(file, bytes, written);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		renameSync(partial, path);
	} catch (error) {
		rmSync(partial, { force: true });
		throw error;
	}
}

/**
 * Finds out, before anything is paid, whether the results can be written.
 *
 * @throws InputError When they cannot be written.
 */
export function requireWritable(path: string) {
	try {
		if (existsSync(path)) closeSync(openSync(path, "r+"));
		closeSync(openSync(`${path}.partial`, "w"));
		rmSync(`${path}.partial`);
	} catch (error) {
		throw new InputError(
			`The results cannot be written to ${path}: ${describeSystemError(error)}`,
		);
	}
}
