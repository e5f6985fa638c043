import { CsvError, type Info, type Options, parse } from "csv-parse/sync";
import { InputError } from "../input-error.ts";
import type { RawRow } from "./read-row.ts";

/** A missing double quote would otherwise take in the rest of the file as one value. */
const rowLengthMax = 100_000;

/**
 * Splits a CSV text into rows. Rows that are blank, or only have separators as spreadsheets write them, are left out. A row
 * with a misplaced quote has an error.
 *
 * @throws InputError when a quote is never closed: the rows behind it cannot be told apart.
 */
export function parseCsv(text: string, delimiter: string): RawRow[] {
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
