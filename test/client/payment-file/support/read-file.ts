import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openFile } from "../../../../client/src/payment-file/open-file.ts";
import type { PaymentRow } from "../../../../client/src/payment-file/payments/payment.ts";
import {
	type ReadingOptions,
	readPayments,
} from "../../../../client/src/payment-file/payments/read-payments.ts";
import { chooseSheet } from "../../../../client/src/payment-file/table/choose-sheet.ts";
import { findHeadingRow } from "../../../../client/src/payment-file/table/headings.ts";
import {
	type Suggestion,
	suggestFields,
} from "../../../../client/src/payment-file/table/suggest-fields.ts";
import {
	type Table,
	toTable,
} from "../../../../client/src/payment-file/table/table.ts";

export const fixture = (path: string): Uint8Array =>
	readFileSync(join(import.meta.dirname, "../fixtures", path));

export const toBytes = (text: string): Uint8Array =>
	new TextEncoder().encode(text);

/** The table with the payments of a file, which must have headings that are recognised. */
export async function readTable(file: Uint8Array | string): Promise<Table> {
	const bytes = typeof file === "string" ? toBytes(file) : file;
	const { sheet, notes } = await chooseSheet(await openFile(bytes));
	if (!sheet) throw new Error("Several sheets could have the payments");
	const read = await sheet.read();
	const headings = findHeadingRow(read.rows);
	if (headings === undefined) throw new Error("No row has the headings");
	const table = toTable(read, headings);
	return { ...table, notes: [...notes, ...table.notes] };
}

export interface FileRead {
	rows: readonly PaymentRow[];
	notes: readonly string[];
	suggestion: Suggestion;
}

/** Reads a file whose columns are those that are suggested. */
export async function readFile(
	file: Uint8Array | string,
	options: Partial<ReadingOptions> = {},
): Promise<FileRead> {
	const table = await readTable(file);
	const suggestion = suggestFields(table);
	const { rows, notes } = readPayments(table, {
		fields: suggestion.fields,
		...options,
	});
	return { rows, notes, suggestion };
}

/** What is wrong with each row, by its number. */
export const problemsOf = ({ rows }: Pick<FileRead, "rows">) =>
	Object.fromEntries(
		rows
			.filter(({ problems }) => problems.length > 0)
			.map(({ number, problems }) => [
				number,
				problems.map(({ message }) => message).join("; "),
			]),
	);

/** The payments of the rows that have one. */
export const paymentsOf = ({ rows }: Pick<FileRead, "rows">) =>
	rows.flatMap(({ payment }) => payment ?? []);
