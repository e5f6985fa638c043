import { readAmount } from "../cells/read-amount.ts";
import { readDate } from "../cells/read-date.ts";
import {
	type Cell,
	emptyCell,
	type Row,
	type Sheet,
	toColumnLetters,
} from "../sheets/sheet.ts";

/** A column of the table that has a heading, or holds something. */
export interface Column {
	position: number;
	/** The column as a spreadsheet names it: A, B, C. */
	letters: string;
	/** The heading, which may be empty. */
	heading: string;
	/** How many rows have something in it. */
	filled: number;
	/** The first three values. */
	samples: readonly string[];
	/** What at least half of the values could be. Any number could be an amount. */
	holds: "AMOUNTS" | "DATES" | "TEXTS" | "NOTHING";
	isHidden: boolean;
}

/** A sheet as a table. Everything in it that is not in a row of the table is in `notes`. */
export interface Table {
	/** Empty for a text file. */
	sheetName: string;
	headingRow: number;
	/** See `Sheet`. */
	isSplitText: boolean;
	columns: readonly Column[];
	/** The rows below the headings that hold something. */
	rows: readonly Row[];
	/** What a person sees and the program does not read, in sentences for the person who has the file. */
	notes: readonly string[];
}

/** @param headingIndex The index of the row with the headings, among the rows of the sheet. */
export function toTable(sheet: Sheet, headingIndex: number): Table {
	const headings = sheet.rows[headingIndex];
	if (!headings) throw new RangeError(`The sheet has no row ${headingIndex}`);
	const above = sheet.rows.slice(0, headingIndex);
	const rows = sheet.rows
		.slice(headingIndex + 1)
		.map((row) => (sheet.isSplitText ? checkCount(row, headings) : row));
	return {
		sheetName: sheet.name,
		headingRow: headings.number,
		isSplitText: sheet.isSplitText,
		columns: toColumns(headings.cells, rows, new Set(sheet.hiddenColumns)),
		rows,
		notes: [...describeAbove(above), ...sheet.notes],
	};
}

/** An amount with commas that is not in quotes is split, and moves the values after it to other columns. */
function checkCount(row: Row, headings: Row): Row {
	const [count, expected] = [row.cells.length, headings.cells.length];
	const isBeyond = row.cells.slice(expected).some(isFilled);
	if (row.problem !== undefined || (count >= expected && !isBeyond)) return row;
	return {
		...row,
		problem: `the row has ${count} values, and the headings are ${expected}; an amount with commas must be in double quotes`,
	};
}

const shownRows = 3;

function describeAbove(above: readonly Row[]): string[] {
	if (above.length === 0) return [];
	const texts = above.slice(0, shownRows).map(({ cells }) =>
		cells
			.map(({ text }) => text.trim())
			.filter((text) => text !== "")
			.join(" "),
	);
	const more = above.length > shownRows ? ", …" : "";
	return [
		`Above the headings, ${above.length === 1 ? "1 row is" : `${above.length} rows are`} not read: ${texts.map((text) => JSON.stringify(text)).join(", ")}${more}.`,
	];
}

const isFilled = ({ text, problem }: Cell) =>
	text.trim() !== "" || problem !== undefined;

function toColumns(
	headings: readonly Cell[],
	rows: readonly Row[],
	hidden: ReadonlySet<number>,
): Column[] {
	const seen: SeenColumn[] = [];
	for (const position of headings.keys()) seen[position] = newColumn();
	for (const { cells } of rows)
		for (const [position, cell] of cells.entries())
			if (isFilled(cell)) {
				const column = seen[position] ?? newColumn();
				seen[position] = column;
				note(column, cell);
			}
	return seen.flatMap((column, position) => {
		const { filled, samples } = column;
		const heading = (headings[position] ?? emptyCell).text
			.replace(/\s+/gu, " ")
			.trim();
		if (heading === "" && filled === 0) return [];
		return [
			{
				position,
				letters: toColumnLetters(position),
				heading,
				filled,
				samples,
				holds: toKind(column),
				isHidden: hidden.has(position),
			},
		];
	});
}

interface SeenColumn {
	filled: number;
	samples: string[];
	/** How many of the first values could be amounts, and how many could be dates. */
	amounts: number;
	dates: number;
}

const newColumn = (): SeenColumn => ({
	filled: 0,
	samples: [],
	amounts: 0,
	dates: 0,
});

const samplesMax = 3;
/** So many first values are enough to show what a column holds. */
const examinedMax = 500;

function note(column: SeenColumn, cell: Cell) {
	column.filled++;
	if (column.samples.length < samplesMax) column.samples.push(cell.text.trim());
	if (column.filled > examinedMax) return;
	if (isAmount(cell)) column.amounts++;
	else if (isDate(cell)) column.dates++;
}

/** Half of the values are enough, because some may be missing, or totals. */
function toKind({ filled, amounts, dates }: SeenColumn): Column["holds"] {
	if (filled === 0) return "NOTHING";
	const half = Math.min(filled, examinedMax) / 2;
	if (amounts >= half) return "AMOUNTS";
	return dates >= half ? "DATES" : "TEXTS";
}

const isAmount = (cell: Cell) =>
	cell.day === undefined && "amount" in readAmount(cell);

function isDate(cell: Cell) {
	const read = readDate(cell);
	return "date" in read || read.isAmbiguous === true;
}
