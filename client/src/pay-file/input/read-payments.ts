import { InputError } from "../input-error.ts";
import { findResultColumns } from "../output/results.ts";
import { findColumns } from "./columns.ts";
import type { Field, FileRow, Payment } from "./file-row.ts";
import { findTable, WrongFileError } from "./find-table.ts";
import type { DateFormat } from "./read-date.ts";
import { readRow } from "./read-row.ts";
import { noteRepeats } from "./repeats.ts";
import { sha256, toSheets } from "./sheets.ts";
import { type Total, takeTotal } from "./totals.ts";

export interface ReadingOptions {
	columns?: Partial<Record<Field, string>>;
	dateFormat?: DateFormat | undefined;
	delimiter?: string | undefined;
	/** Rows with the slug and UTR of another row are payments of their own. */
	allowRepeats?: boolean;
}

export interface PaymentsFile {
	headers: readonly string[];
	rows: FileRow[];
	/** Each row as it was read, as a text to compare. */
	readings: readonly string[];
	/** The sheet of the workbook that was read. */
	sheet?: { name: string; ofSeveral: boolean };
	headerLine: number;
	/** The row of totals, which is no payment. */
	total?: Total;
	/** Where the file has each field, for the user to check. */
	columns: Partial<Record<Field, string>>;
	ignoredColumns: string[];
	/** Digest of the file's bytes, or of a workbook's sheet. */
	sha256: string;
	/** Digest of the payments as they are sent: differs when the same file is read with other options. */
	readingSha256: string;
}

/**
 * Reads a file of payments: CSV or a workbook.
 *
 * @throws InputError when it has no rows that could be read; a bad row is reported in its place.
 */
export async function readPayments(
	bytes: Uint8Array,
	options: ReadingOptions = {},
): Promise<PaymentsFile> {
	const sheets = await toSheets(bytes, options.delimiter);
	const {
		sheet,
		header,
		columns,
		rows: rawRows,
	} = findTable(sheets, (headers) => {
		if (findResultColumns(headers))
			throw new WrongFileError(
				"This is a result file: its rows are those of a file of payments that was run already",
			);
		return findColumns(headers, options.columns);
	});
	if (rawRows.length === 0)
		throw new InputError("The file has a header and no rows");
	const rows = rawRows.map((row) =>
		readRow(row, columns, header.cells.length, options.dateFormat),
	);
	const total = takeTotal(rows);
	const read = rows.map(({ line, payment }) => [line, toHashed(payment)]);
	const readingSha256 = sha256(JSON.stringify(read));
	if (!options.allowRepeats) noteRepeats(rows);
	const named: PaymentsFile["columns"] = {};
	// `Object.entries` forgets the type of the keys.
	for (const [field, position] of Object.entries(columns.positions))
		named[field as Field] = header.cells[position] ?? "";
	return {
		headers: header.cells,
		rows,
		readings: read.map((one) => JSON.stringify(one)),
		headerLine: header.line,
		...(total && { total }),
		columns: named,
		ignoredColumns: columns.ignored,
		// A workbook has other bytes after it was opened and saved.
		sha256: sha256(
			sheet === undefined ? bytes : JSON.stringify([header, rawRows]),
		),
		...(sheet !== undefined && {
			sheet: { name: sheet, ofSeveral: sheets.length > 1 },
		}),
		readingSha256,
	};
}

/** What may be an id is hashed as one: earlier versions knew nothing else. */
function toHashed(payment: Payment | undefined) {
	if (payment?.slug === undefined) return payment ?? null;
	const { invoice, ...others } = payment;
	return others;
}
