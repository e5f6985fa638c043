import { FileProblem } from "../sheets/file-problem.ts";
import { limits } from "../sheets/limits.ts";
import type { Cell, Row } from "../sheets/sheet.ts";
import { toTextCell } from "./text-cell.ts";

/**
 * Splits a text into rows and cells (RFC 4180). Blank rows are left out; a row with a misplaced quote has a problem.
 *
 * @throws FileProblem When a quote is never closed, because the rows after it cannot be told apart.
 */
export function readCsv(text: string, delimiter: string): Row[] {
	const rows: Row[] = [];
	let cells = 0;
	for (const row of csvRows(text, delimiter)) {
		cells += row.cells.length;
		if (rows.length >= limits.rows || cells > limits.cells)
			throw new FileProblem(
				`The file is too large: it has more than ${limits.rows} rows or ${limits.cells} cells`,
			);
		rows.push(row);
	}
	return rows;
}

/** The rows of the text, one after the other. The search never goes back, so its time grows only with the text. */
export function* csvRows(text: string, delimiter: string): Generator<Row> {
	let at = 0;
	for (let number = 1; at < text.length; number++) {
		const { cells, isMisquoted, end } = readRecord(text, at, {
			delimiter,
			number,
		});
		at = end;
		if (cells.some((cell) => cell.text.trim() !== ""))
			yield { number, cells, ...(isMisquoted && { problem: misquoted }) };
	}
}

const misquoted =
	"a double quote inside a value must be written twice, and the value must be in double quotes";

interface Place {
	delimiter: string;
	/** The number of the row. */
	number: number;
}

interface RawRecord {
	cells: Cell[];
	isMisquoted: boolean;
	/** Where the next row begins. */
	end: number;
}

function readRecord(text: string, start: number, place: Place): RawRecord {
	const cells: Cell[] = [];
	let isMisquoted = false;
	let at = start;
	for (;;) {
		const value =
			text[at] === '"'
				? readQuoted(text, at, place)
				: readBare(text, at, place);
		if (value.isMisquoted) isMisquoted = true;
		cells.push(toTextCell(value.text));
		at = value.end;
		if (text[at] !== place.delimiter) break;
		at++;
	}
	return { cells, isMisquoted, end: skipLineEnd(text, at) };
}

function skipLineEnd(text: string, at: number): number {
	return text[at] === "\r" && text[at + 1] === "\n" ? at + 2 : at + 1;
}

interface RawValue {
	text: string;
	isMisquoted: boolean;
	/** The position of the delimiter or the end of the line after the value. */
	end: number;
}

function readBare(text: string, start: number, place: Place): RawValue {
	const end = findEnd(text, start, place);
	const value = text.slice(start, end);
	// Exports write ="000123" so that a spreadsheet keeps the zeros, and some of them forget the quotes around it.
	const [, unwrapped] =
		/^=""([^"]*)""$/.exec(value) ?? /^="([^"]*)"$/.exec(value) ?? [];
	return unwrapped === undefined
		? { text: value, isMisquoted: value.includes('"'), end }
		: { text: `="${unwrapped}"`, isMisquoted: false, end };
}

function readQuoted(text: string, start: number, place: Place): RawValue {
	const parts: string[] = [];
	let from = start + 1;
	for (;;) {
		const quote = text.indexOf('"', from);
		if (quote < 0 || quote - start > 2 * limits.cellCharacters)
			throw new FileProblem(
				`Row ${place.number}: a double quote opens a value and is never closed`,
			);
		parts.push(text.slice(from, quote));
		from = quote + 1;
		if (text[from] !== '"') break;
		parts.push('"');
		from++;
	}
	const end = findEnd(text, from, place);
	const rest = text.slice(from, end);
	const isMisquoted = rest.trim() !== "";
	return { text: parts.join("") + (isMisquoted ? rest : ""), isMisquoted, end };
}

function findEnd(text: string, start: number, { delimiter, number }: Place) {
	let end = start;
	for (; end < text.length; end++) {
		const character = text[end];
		if (character === delimiter || character === "\n" || character === "\r")
			break;
	}
	if (end - start > limits.cellCharacters)
		throw new FileProblem(
			`Row ${number}: a value has more than ${limits.cellCharacters} characters, which no cell can hold`,
		);
	return end;
}
