import { readFileSync, realpathSync, statSync } from "node:fs";
import { openFile } from "../../payment-file/open-file.ts";
import type { PaymentRow } from "../../payment-file/payments/payment.ts";
import { readPayments } from "../../payment-file/payments/read-payments.ts";
import { FileProblem } from "../../payment-file/sheets/file-problem.ts";
import { limits } from "../../payment-file/sheets/limits.ts";
import type { Row, Sheet } from "../../payment-file/sheets/sheet.ts";
import { chooseSheet } from "../../payment-file/table/choose-sheet.ts";
import {
	findHeadingRow,
	labels,
	resultHeadings,
	toHeading,
} from "../../payment-file/table/headings.ts";
import type { FieldPositions } from "../../payment-file/table/suggest-fields.ts";
import { type Table, toTable } from "../../payment-file/table/table.ts";
import { describeSystemError } from "../command-line/describe-failure.ts";
import { InputError } from "../command-line/errors.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { askColumns } from "./ask-columns.ts";
import type { ReadingOptions } from "./reading-options.ts";

/** A file of payments that was read. */
export interface LoadedFile {
	/** The real path of the file: results are written next to it, even when a link leads to it. */
	path: string;
	kind: "WORKBOOK" | "TEXT";
	headings: readonly string[];
	/** The rows: what they say, and how their cells look. */
	rows: readonly LoadedRow[];
}

export interface LoadedRow extends PaymentRow {
	texts: readonly string[];
}

/**
 * Reads a file, shows how it was read, and asks what only the user can say.
 *
 * @throws InputError When it is not a file of payments, or a question is not answered.
 */
export async function loadFile(
	file: string,
	options: ReadingOptions,
	terminal: Terminal,
): Promise<LoadedFile> {
	const path = findFile(file);
	try {
		return await read(path, options, terminal);
	} catch (error) {
		if (!(error instanceof FileProblem)) throw error;
		throw new InputError(`${file}: ${error.message}`);
	}
}

function findFile(file: string): string {
	try {
		const path = realpathSync(file);
		if (!statSync(path).isFile()) throw new InputError(`${file} is not a file`);
		if (statSync(path).size > limits.fileBytes)
			throw new InputError(`${file} is larger than a payment file can be`);
		return path;
	} catch (error) {
		if (error instanceof InputError) throw error;
		throw new InputError(
			`${file} cannot be opened: ${describeSystemError(error)}`,
		);
	}
}

async function read(
	path: string,
	options: ReadingOptions,
	terminal: Terminal,
): Promise<LoadedFile> {
	const opened = await openFile(readFileSync(path), options);
	const named = Object.values(options.columns).filter((one) => one !== "");
	const choice = await chooseSheet(opened, {
		name: options.sheet,
		headings: named,
	});
	if (!choice.sheet)
		throw new InputError(
			`Several sheets could have the payments: ${choice.candidates.map(({ name }) => JSON.stringify(name)).join(", ")}. Say which one with --sheet`,
		);
	const sheet = await choice.sheet.read();
	const table = toTable(sheet, findHeadings(sheet, named));
	refuseResults(table);
	const fields = await askColumns(table, options, terminal);
	const hiddenRows = await askHidden(table, options, terminal);
	const { rows, notes } = readPayments(table, {
		...options,
		fields,
		hiddenRows,
	});
	terminal.print(describe(table, fields, [...choice.notes, ...notes]));
	const width = Math.max(
		0,
		...table.columns.map(({ position }) => position + 1),
	);
	return {
		path,
		kind: opened.kind,
		headings: toHeadings(table, width),
		rows: rows.map((row, index) => ({
			...row,
			texts: toTexts(table.rows[index], width),
		})),
	};
}

/** @param named Headings that the options name. */
function findHeadings({ rows }: Sheet, named: readonly string[]): number {
	const index = findHeadingRow(rows) ?? findHeadingRow(rows, named);
	if (
		index !== undefined &&
		(named.length > 0 || findHeadingRow(rows) !== undefined)
	)
		return index;
	const [first] = rows;
	const headings = first?.cells.map(({ text }) => JSON.stringify(text)) ?? [];
	throw new InputError(
		`No row has headings such as "Invoice number" and "Amount". The first row has ${headings.join(", ")}. Say which column is what: --columns invoiceNumber=…,amount=…`,
	);
}

/** A file of results names payments that were made already. */
function refuseResults({ columns }: Table) {
	const headings = new Set(columns.map(({ heading }) => toHeading(heading)));
	if (resultHeadings.every((one) => headings.has(toHeading(one))))
		throw new InputError(
			"This is a file of results, not of payments. Pay the file from which it was made; with --again, its payments that were not made",
		);
}

async function askHidden(
	{ rows }: Table,
	{ hiddenRows }: ReadingOptions,
	terminal: Terminal,
) {
	const hidden = rows.filter(({ isHidden }) => isHidden);
	if (hiddenRows !== undefined || hidden.length === 0 || !terminal.ask)
		return hiddenRows;
	const answer = await terminal.ask(
		`${hidden.length === 1 ? "1 row is" : `${hidden.length} rows are`} hidden or filtered out. Type "pay" to pay such rows too, or "leave" to leave them out: `,
	);
	if (/^\s*pay\s*$/i.test(answer)) return "PAY";
	if (/^\s*leave\s*$/i.test(answer)) return "LEAVE_OUT";
	throw new InputError(
		"Say whether hidden rows are to be paid: --hidden-rows pay, or --hidden-rows leave-out. Nothing was paid",
	);
}

function describe(
	{ sheetName, rows, columns }: Table,
	fields: FieldPositions,
	notes: readonly string[],
): string {
	const headingAt = (position: number) =>
		columns.find((column) => column.position === position);
	const used = Object.entries(fields).map(([field, position]) => {
		const column = headingAt(position);
		// Unchecked cast: the keys of positions are fields.
		return `${labels[field as keyof typeof labels]} from ${JSON.stringify(column?.heading || column?.letters)}`;
	});
	const where =
		sheetName === "" ? "" : ` of the sheet ${JSON.stringify(sheetName)}`;
	return [
		`Read ${rows.length === 1 ? "1 row" : `${rows.length} rows`}${where}: ${used.join(", ")}.`,
		...notes,
	].join("\n");
}

function toHeadings({ columns }: Table, width: number): string[] {
	const headings = Array.from({ length: width }, () => "");
	for (const { position, heading } of columns) headings[position] = heading;
	return headings;
}

const toTexts = (row: Row | undefined, width: number) =>
	Array.from(
		{ length: width },
		(_, position) => row?.cells[position]?.text ?? "",
	);
