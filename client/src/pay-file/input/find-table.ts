import { InputError } from "../input-error.ts";
import { SeveralColumnsError } from "./columns.ts";
import type { RawRow } from "./read-row.ts";
import type { Sheet } from "./sheets.ts";

export interface Table<Columns> {
	/** The name of its sheet in a workbook. */
	sheet?: string;
	header: RawRow;
	columns: Columns;
	/** Those below the header. */
	rows: RawRow[];
}

/** Titles, the company's name and dates are above the header, never more. */
const linesAboveMax = 30;

/**
 * Finds the header: in the first sheet that has one, among its first rows.
 *
 * @param toColumns Reads a header. @throws InputError when the row is none; WrongFileError ends the search.
 * @throws InputError when no row is one.
 */
export function findTable<Columns>(
	sheets: readonly Sheet[],
	toColumns: (headers: readonly string[]) => Columns,
): Table<Columns> {
	const errors: InputError[] = [];
	for (const { name, read } of sheets) {
		try {
			const table = findInRows(read(), toColumns);
			return { ...table, ...(name !== undefined && { sheet: name }) };
		} catch (error) {
			errors.push(toExpected(error));
		}
	}
	throw mostTelling(errors);
}

function findInRows<Columns>(
	rows: readonly RawRow[],
	toColumns: (headers: readonly string[]) => Columns,
): Table<Columns> {
	if (rows.length === 0) throw new InputError("The file is empty");
	const errors: InputError[] = [];
	for (const [index, header] of rows.slice(0, linesAboveMax).entries()) {
		try {
			if (header.error) throw new InputError(header.error);
			const columns = toColumns(header.cells);
			return { header, columns, rows: rows.slice(index + 1) };
		} catch (error) {
			errors.push(toExpected(error));
		}
	}
	throw mostTelling(errors);
}

/** It is a file of another kind: no other row is tried. */
export class WrongFileError extends InputError {}

/** @throws The error, if no other row or sheet is to be tried. */
function toExpected(error: unknown): InputError {
	if (!(error instanceof InputError) || error instanceof WrongFileError)
		throw error;
	return error;
}

/** A row with too many columns that could be meant is the header. */
const mostTelling = (errors: readonly InputError[]) =>
	errors.find((error) => error instanceof SeveralColumnsError) ?? errors[0];
