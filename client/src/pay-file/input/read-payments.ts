import { Big } from "big.js";
import { InputError } from "../errors.ts";
import { count, formatMoney } from "../output/report.ts";
import { findResultStart } from "../output/results.ts";
import { type DateFormat, readAmount } from "./cells.ts";
import { describeDoubts, findColumns } from "./columns.ts";
import {
	type Field,
	type FileRow,
	labels,
	noteRepeats,
	type Payment,
	type ReadFile,
	shown,
} from "./file-row.ts";
import { readRow } from "./read-row.ts";
import { findTable, sha256, toSheets, WrongFileError } from "./table.ts";

export interface ReadingOptions {
	columns?: Partial<Record<Field, string>>;
	dateFormat?: DateFormat | undefined;
	delimiter?: string | undefined;
	/** Rows with the invoice and UTR of another row are payments of their own. */
	allowRepeats?: boolean;
}

export interface PaymentsFile extends ReadFile {
	/** The sheet of the workbook that was read. */
	sheet?: { name: string; ofSeveral: boolean };
	headerLine: number;
	/** The row of totals, which is no payment. */
	total?: Total;
	/** Where the file has each field, for the user to check. */
	columns: Partial<Record<Field, string>>;
	ignoredColumns: string[];
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
		if (findResultStart(headers) !== undefined)
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
	const readings = rows.map(({ line, payment }) =>
		payment ? JSON.stringify([line, payment]) : undefined,
	);
	const read = rows.map(({ line, payment }) => [line, toHashed(payment)]);
	const readingSha256 = sha256(JSON.stringify(read));
	if (!options.allowRepeats)
		noteRepeats(rows, ({ invoice, slug }) => invoice ?? slug);
	const named: PaymentsFile["columns"] = {};
	// `Object.entries` forgets the type of the keys.
	for (const [field, position] of Object.entries(columns.positions))
		named[field as Field] = header.cells[position] ?? "";
	const file = {
		headers: header.cells,
		rows,
		readings,
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
		doubts: describeDoubts(columns),
	};
	return { ...file, description: describeFile(file) };
}

const ignoredShownMax = 20;

/** How the file was read, for the user to check. */
function describeFile({
	rows,
	sheet,
	headerLine,
	total,
	columns,
	ignoredColumns,
}: Omit<PaymentsFile, "description">): string {
	// `Object.entries` forgets the type of the keys.
	const read = Object.entries(columns).map(
		([field, header]) => `${labels[field as Field]} = ${shown(header)}`,
	);
	const ignored = ignoredColumns.slice(0, ignoredShownMax).map(shown);
	return [
		`${count(rows.length, "row")}, columns ${read.join(", ")}${ignored.length > 0 ? `; ignored: ${ignored.join(", ")}` : ""}`,
		...(sheet
			? [
					`Sheet ${shown(sheet.name)}${sheet.ofSeveral ? "; the other sheets are not read" : ""}`,
				]
			: []),
		...(headerLine > 1
			? [`The header is line ${headerLine}; what is above it is not read`]
			: []),
		...(total
			? [
					`Line ${total.line} is the total of the rows, ${formatMoney(new Big(total.amount), "")}; it is not paid`,
				]
			: []),
	].join("\n");
}

/** A text that is the id of an invoice is hashed as one, whatever the heading of its column is. */
function toHashed(payment: Payment | undefined) {
	if (payment?.slug === undefined) return payment ?? null;
	const { invoice, ...others } = payment;
	return others;
}

/** It has no digits, as the numbers of invoices have. */
const label =
	/^(?:(?:grand|sub|net|overall|sum)[- ]?)?(?:totals?|sum)(?:[ -](?:amount|amt|of payments|payments?|value|paid|payable|due|inr|rs|₹)\.?)*(?: ?\([^)]*\))?\s*[:.]?$/i;

/** Lines of a file that is sums only, such as a spreadsheet has at its end. */
export interface Total {
	line: number;
	amount: string;
}

/**
 * Takes the row of totals from the end of the rows: it names no invoice, and its amount is the sum of the others. A row
 * that is called a total but is not the sum stays, with that problem; so does one that has the count of the rows in
 * place of an invoice, since that could be an invoice's number.
 */
function takeTotal(rows: FileRow[]): Total | undefined {
	for (const row of rows.slice(0, -1)) if (isCalledTotal(row)) noteTotal(row);
	const last = rows.at(-1);
	const counted = rows.slice(0, -1).filter((row) => !isTotal(row));
	const hasCount = last && hasCountOf(counted, last);
	if (!last || rows.length < 2 || !(mayBeTotal(last) || hasCount))
		return undefined;
	const amount = readAmount(last.cells.amount);
	const sum = counted.reduce((total, { cells }) => {
		const one = readAmount(cells.amount);
		return total.plus("problem" in one ? 0 : one.amount);
	}, new Big(0));
	const isSum = !("problem" in amount) && sum.eq(amount.amount);
	if (hasCount) {
		if (isSum) noteTotal(last);
		return undefined;
	}
	if (isSum) {
		rows.pop();
		return { line: last.line, amount: amount.amount };
	}
	if (isCalledTotal(last)) noteTotal(last, sum);
	return undefined;
}

/** Sub-totals are no payments. */
const isTotal = ({ problems }: FileRow) =>
	problems.some(({ reason }) => reason === "TOTAL");

/** How many rows there are, such as `2,Total,300.00`. */
function hasCountOf(rows: readonly FileRow[], { cells, texts }: FileRow) {
	const names = [cells.invoiceId, cells.invoiceNumber]
		.map((text) => text.trim())
		.filter((text) => text !== "");
	return (
		names.length > 0 &&
		names.every((name) => name === String(rows.length)) &&
		texts.some((text) => label.test(text.trim()))
	);
}

/**
 * A total may be called so in the column of the invoices. A row with a vendor or a date is a payment that lacks its
 * invoice.
 */
const mayBeTotal = (row: FileRow) => isCalledTotal(row) || !namesPayment(row);

const namesPayment = ({ cells: { amount, narration, ...others } }: FileRow) =>
	Object.values(others).some((text) => text.trim() !== "");

const isCalledTotal = ({ cells, texts }: FileRow) => {
	const { invoiceId, invoiceNumber } = cells;
	const names = [invoiceId, invoiceNumber].filter((text) => text.trim() !== "");
	return names.length > 0
		? names.every((text) => label.test(text.trim()))
		: texts.some((text) => label.test(text.trim()));
};

function noteTotal(row: FileRow, sum?: Big) {
	const message = sum
		? `this looks like a total, but the rows above add up to ${formatMoney(sum, "")}; correct or delete it`
		: "this looks like a total; delete it";
	row.problems = [{ reason: "TOTAL", message, isToLeaveOut: true }];
	delete row.payment;
}
