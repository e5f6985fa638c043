import { InputError } from "../input-error.ts";
import { isResultHeader } from "../output/result-header.ts";
import type { Columns } from "./columns.ts";
import { findColumns, SeveralColumnsError } from "./columns.ts";
import type { Field } from "./file-row.ts";
import { parseCsv } from "./parse-csv.ts";
import type { RawRow } from "./read-row.ts";

export interface Table {
	header: RawRow;
	columns: Columns;
	/** Those below the header. */
	rows: RawRow[];
}

/** Titles, the company's name and dates are above the header, never more. */
const linesAboveMax = 30;

/**
 * Finds the header among the first rows.
 *
 * @throws InputError when no row is one.
 */
export function findTable(
	rows: readonly RawRow[],
	named?: Partial<Record<Field, string>>,
): Table {
	if (rows.length === 0) throw new InputError("The file is empty");
	const errors: InputError[] = [];
	for (const [index, header] of rows.slice(0, linesAboveMax).entries()) {
		try {
			if (header.error) throw new InputError(header.error);
			if (isResultHeader(header.cells))
				throw new ResultFileError(
					"This is a result file: its rows are those of a file of payments that was run already",
				);
			const columns = findColumns(header.cells, named);
			return { header, columns, rows: rows.slice(index + 1) };
		} catch (error) {
			if (!(error instanceof InputError) || error instanceof ResultFileError)
				throw error;
			errors.push(error);
		}
	}
	throw mostTelling(errors);
}

/** Nothing else is looked for. */
class ResultFileError extends InputError {}

/** A row with too many columns that could be meant is the header. */
const mostTelling = (errors: readonly unknown[]) =>
	errors.find((error) => error instanceof SeveralColumnsError) ?? errors[0];

const delimiters = [",", ";", "\t", "|"];

/** The same in a CSV text; the delimiter is the one with which there is a header. */
export function findTableInCsv(
	text: string,
	delimiter: string | undefined,
	named?: Partial<Record<Field, string>>,
): Table {
	const errors: unknown[] = [];
	for (const one of delimiter === undefined ? delimiters : [delimiter]) {
		try {
			return findTable(parseCsv(text, one), named);
		} catch (error) {
			if (!(error instanceof InputError) || error instanceof ResultFileError)
				throw error;
			errors.push(error);
		}
	}
	throw mostTelling(errors);
}
