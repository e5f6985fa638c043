import { createHash } from "node:crypto";
import { CsvError, type Info, type Options, parse } from "csv-parse/sync";
import { InputError } from "../errors.ts";
import { NoHeaderError, SeveralColumnsError } from "./columns.ts";
import type { RawRow } from "./read-row.ts";
import { readWorkbook } from "./workbook.ts";

export interface Table<Columns> {
	/** The name of its sheet in a workbook. */
	sheet?: string;
	header: RawRow;
	columns: Columns;
	/** The rows below the header. */
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
			// The other sheets are other payments; another delimiter may still be that of the text.
			if (name !== undefined && error instanceof SeveralColumnsError)
				throw error;
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
			// It is the header: what is below is its rows.
			if (error instanceof SeveralColumnsError) throw error;
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

/**
 * A row with too many columns that could be meant is the header; else the one that is most like a header, the first of
 * such.
 */
const mostTelling = (errors: readonly InputError[]) =>
	errors.toSorted((one, other) => likenessOf(other) - likenessOf(one))[0];

function likenessOf(error: InputError): number {
	if (error instanceof SeveralColumnsError) return Number.POSITIVE_INFINITY;
	// A file that cannot be split says more than one that is a single column.
	return error instanceof NoHeaderError ? error.likeness : 1.5;
}

/** Rows that may have the header: a sheet of a workbook, or a CSV text split at one delimiter. */
export interface Sheet {
	name?: string;
	/** @throws InputError when the rows cannot be told apart. */
	read(): RawRow[];
}

/** A workbook is an archive. */
const zipSignature = [0x50, 0x4b];
const oldOfficeSignature = [0xd0, 0xcf, 0x11, 0xe0];
const utf16Signatures = [
	[0xff, 0xfe],
	[0xfe, 0xff],
];

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
	signature.every((byte, index) => bytes[index] === byte);

const delimiters = [",", ";", "\t", "|"];

/**
 * The sheets of a workbook, or of a CSV file, one for each delimiter: the right one is that with which there is a
 * header.
 *
 * @throws InputError when it is no such file.
 */
export async function toSheets(
	bytes: Uint8Array,
	delimiter: string | undefined,
): Promise<Sheet[]> {
	if (startsWith(bytes, zipSignature))
		return (await readWorkbook(bytes)).map(({ name, rows }) => ({
			name,
			read: () => rows,
		}));
	const text = decode(bytes);
	const tried = delimiter === undefined ? delimiters : [delimiter];
	return tried.map((one) => ({ read: () => parseCsv(text, one) }));
}

function decode(bytes: Uint8Array): string {
	if (utf16Signatures.some((one) => startsWith(bytes, one)))
		throw new InputError('The file is UTF-16: save it as "CSV UTF-8"');
	if (startsWith(bytes, oldOfficeSignature))
		throw new InputError(
			"The file is protected with a password, or an old workbook (.xls): save it as .xlsx without a password, or as CSV UTF-8",
		);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new InputError('The file is not UTF-8: save it as "CSV UTF-8"');
	}
}

export const sha256 = (content: string | Uint8Array) =>
	createHash("sha256").update(content).digest("hex");

/** A missing double quote would otherwise take in the rest of the file as one value. */
const rowLengthMax = 100_000;

/**
 * Splits a CSV text into rows. Rows that are blank, or only have separators as spreadsheets write them, are left out. A
 * row with a misplaced quote has an error.
 *
 * @throws InputError when a quote is never closed: the rows behind it cannot be told apart.
 */
function parseCsv(text: string, delimiter: string): RawRow[] {
	const records = parseRecords(text, delimiter);
	return records
		.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
		.map(({ line, cells, raw }) => {
			const error = refuseQuotes(cells, raw, delimiter);
			return { line, cells, ...(error && { error }) };
		});
}

interface RawRecord {
	line: number;
	cells: string[];
	raw: string;
}

const options = {
	bom: true,
	// Without it the first row decides, and files put together from several lose rows.
	record_delimiter: ["\r\n", "\n", "\r"],
	relax_column_count: true,
	// csv-parse loses rows behind one with an error, so that it must not meet any: `refuseQuotes` looks for them.
	relax_quotes: true,
	max_record_size: rowLengthMax,
} as const satisfies Options;

function parseRecords(text: string, delimiter: string): RawRecord[] {
	const records: RawRecord[] = [];
	let linesBefore = 0;
	try {
		parse(text, {
			...options,
			delimiter,
			raw: true,
			info: true,
			on_record: (parsed) => {
				// Unchecked cast: csv-parse gives this with `raw` and `info`; its types do not say so.
				const { record, raw, info } = parsed as unknown as {
					record: string[];
					raw: string;
					info: Info;
				};
				records.push({ line: linesBefore + 1, cells: record, raw });
				linesBefore = info.lines;
				return null;
			},
		});
		return records;
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		throw new InputError(
			`line ${linesBefore + 1}: ${messages[error.code] ?? "the file is not CSV from here on"}`,
		);
	}
}

const messages: Partial<Record<string, string>> = {
	CSV_QUOTE_NOT_CLOSED: "a double quote opens a value and is never closed",
	CSV_MAX_RECORD_SIZE: "the row is too long; a double quote may be missing",
};

function refuseQuotes(
	cells: readonly string[],
	raw: string,
	delimiter: string,
): string | undefined {
	if (!cells.some((cell) => cell.includes('"'))) return undefined;
	try {
		parse(raw, { ...options, delimiter, relax_quotes: false });
		return undefined;
	} catch {
		return "a double quote inside a value must be written twice, and the value be in double quotes";
	}
}
