/**
 * Reads and writes payment files outside of the page, so that the page never freezes. The worker keeps the file, and the
 * page gets only what it shows.
 */
import { openFile } from "../../../client/src/payment-file/open-file.ts";
import { readPayments } from "../../../client/src/payment-file/payments/read-payments.ts";
import { readRow } from "../../../client/src/payment-file/payments/read-row.ts";
import { FileProblem } from "../../../client/src/payment-file/sheets/file-problem.ts";
import type { OpenedFile } from "../../../client/src/payment-file/sheets/opened-file.ts";
import type {
	Row,
	Sheet,
} from "../../../client/src/payment-file/sheets/sheet.ts";
import { chooseSheet } from "../../../client/src/payment-file/table/choose-sheet.ts";
import {
	fields as allFields,
	findHeadingRow,
	headingRowsMax,
	resultHeadings,
	toHeading,
} from "../../../client/src/payment-file/table/headings.ts";
import { suggestFields } from "../../../client/src/payment-file/table/suggest-fields.ts";
import {
	type Table,
	toTable,
} from "../../../client/src/payment-file/table/table.ts";
import { toCsvFile } from "../../../client/src/payment-file/write/csv-file.ts";
import { toWorkbookFile } from "../../../client/src/payment-file/write/workbook-file.ts";
import type {
	FieldPositions,
	FileRow,
	FileToWrite,
	ReaderTasks,
	RowTexts,
	TaskMessage,
	TaskName,
	WorkerMessage,
} from "./messages.ts";

interface Reporting {
	progress(share: number): void;
	rows(rows: FileRow[]): void;
}

type Tasks = {
	[Name in TaskName]: (
		task: Parameters<ReaderTasks[Name]>[0],
		reporting: Reporting,
	) => Promise<ReturnType<ReaderTasks[Name]>>;
};

let file: OpenedFile | undefined;
let sheet: { index: number; read: Sheet } | undefined;
let table: Table | undefined;

const tasks: Tasks = {
	async open({ file: blob, delimiter }) {
		file = sheet = table = undefined;
		const bytes = new Uint8Array(await blob.arrayBuffer());
		const opened = await openFile(bytes, { delimiter });
		file = opened;
		const choice = await chooseSheet(opened);
		const chosen = choice.sheet ? opened.sheets.indexOf(choice.sheet) : -1;
		return {
			kind: opened.kind,
			sheets: opened.sheets.flatMap(({ name, isHidden, isEmpty }, index) =>
				isEmpty ? [] : [{ index, name, isHidden }],
			),
			...(chosen >= 0 && { sheet: chosen }),
			...(opened.delimiter && { delimiter: opened.delimiter }),
		};
	},

	async read({ sheet: index, headingRow }, { progress }) {
		const outline = file?.sheets[index];
		if (!outline) throw new Error("There is no such sheet");
		if (sheet?.index !== index)
			sheet = { index, read: await outline.read({ onProgress: progress }) };
		const { rows } = sheet.read;
		const found =
			headingRow === undefined
				? (findHeadingRow(rows) ?? 0)
				: rows.findIndex(({ number }) => number === headingRow);
		table = toTable(sheet.read, Math.max(0, found));
		const suggestion = suggestFields(table);
		const headings = new Set(
			table.columns.map(({ heading }) => toHeading(heading)),
		);
		return {
			sheet: index,
			headingRow: table.headingRow,
			columns: table.columns,
			rowCount: table.rows.length,
			hiddenRowCount: table.rows.filter(({ isHidden }) => isHidden).length,
			notes: table.notes,
			start: rows.slice(0, headingRowsMax).map(({ number, cells }) => ({
				number,
				texts: cells.map(({ text }) => text),
			})),
			...suggestion,
			isResults: resultHeadings.every((one) => headings.has(toHeading(one))),
		};
	},

	async payments(choice, { rows: send }) {
		if (!table) throw new Error("No sheet was read");
		const { rows, notes } = readPayments(table, choice);
		const part: FileRow[] = [];
		for (const [index, row] of rows.entries()) {
			const { number, isHidden, isTotal = false, payment, problems } = row;
			part.push({
				...{ number, isHidden, isTotal, problems },
				...(payment && { payment }),
				texts: toTexts(table.rows[index], choice.fields),
			});
			if (part.length >= rowsOfMessage) send(part.splice(0));
		}
		send(part);
		return { notes };
	},

	async correct({ texts, dateOrder }) {
		const cells = allFields.map((field) => ({ text: texts[field] ?? "" }));
		const positions = Object.fromEntries(
			allFields.map((field, position) => [field, position]),
		);
		return readRow(
			{ number: 0, cells },
			{
				positions,
				isSplitText: false,
				dateOrder,
				currency: undefined,
				isScaled: false,
			},
		);
	},

	async write(task) {
		const { headings, rows, amounts } = withFileColumns(task);
		if (task.format === "csv")
			return new Blob([toCsvFile([headings, ...rows])], { type: "text/csv" });
		const ofAmounts = new Set(amounts);
		const bytes = await toWorkbookFile({
			name: "Payments",
			columns: headings.map((heading, index) => ({
				heading,
				isNumber: ofAmounts.has(index),
			})),
			rows: rows.map((cells) =>
				cells.map((text, index) =>
					ofAmounts.has(index) && isWorkbookNumber(text)
						? { number: text }
						: text,
				),
			),
		});
		return new Blob([bytes], {
			type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		});
	},
};

/** The page takes a message of some thousand rows without a noticeable pause. */
const rowsOfMessage = 2_000;

function toTexts(row: Row | undefined, positions: FieldPositions): RowTexts {
	const texts: RowTexts = {};
	for (const field of allFields) {
		const position = positions[field];
		const cell = position === undefined ? undefined : row?.cells[position];
		if (cell && cell.text !== "") texts[field] = cell.day ?? cell.text.trim();
	}
	return texts;
}

/** A workbook keeps 15 digits of a number. */
const isWorkbookNumber = (text: string) =>
	/^-?\d+(?:\.\d+)?$/.test(text) && text.replace(/\D/g, "").length <= 15;

/** Puts the file's own columns in front of those of the results. */
function withFileColumns(task: FileToWrite) {
	const { headings, rows, amounts, fileRows } = task;
	if (!fileRows || !table) return { headings, rows, amounts };
	const own = table.columns;
	const byNumber = new Map(table.rows.map((row) => [row.number, row]));
	return {
		headings: [...own.map(({ heading }) => heading), ...headings],
		rows: rows.map((cells, index) => {
			const row = byNumber.get(fileRows[index] ?? -1);
			return [
				...own.map(({ position }) => row?.cells[position]?.text ?? ""),
				...cells,
			];
		}),
		amounts: amounts.map((position) => position + own.length),
	};
}

async function perform({ id, name, task }: TaskMessage) {
	const send = (message: WorkerMessage) => postMessage(message);
	try {
		// Unchecked casts: `Reader` sends a task of this name.
		const perform = tasks[name] as (
			task: unknown,
			reporting: Reporting,
		) => Promise<unknown>;
		const result = await perform(task, {
			progress: (share) => send({ id, kind: "PROGRESS", share }),
			rows: (rows) => send({ id, kind: "ROWS", rows }),
		});
		send({ id, kind: "DONE", result });
	} catch (error) {
		send({
			id,
			kind: "FAILED",
			message: error instanceof Error ? error.message : String(error),
			isOfFile: error instanceof FileProblem,
		});
	}
}

addEventListener("message", ({ data }: MessageEvent<TaskMessage>) =>
	perform(data),
);
