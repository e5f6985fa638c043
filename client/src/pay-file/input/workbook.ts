import { Big } from "big.js";
import { InputError } from "../errors.ts";
import { type RawRow, unstoredResult } from "./read-row.ts";

/** A sheet of a workbook, with its rows. */
export interface WorkbookSheet {
	name: string;
	rows: RawRow[];
}

/**
 * Reads the sheets of an Excel workbook (.xlsx) as texts. The library is loaded only here: a run of a CSV
 * file does not wait for it.
 *
 * @throws InputError when it is damaged, or another kind of archive.
 */
export async function readWorkbook(
	bytes: Uint8Array,
): Promise<WorkbookSheet[]> {
	const { default: readSheets } = await import("read-excel-file/node");
	try {
		const sheets = await readSheets(await withErrorsAsTexts(bytes), {
			parseNumber: toNumberText,
			trim: false,
		});
		return sheets.map(({ sheet, data }) => ({
			name: sheet,
			rows: toRows(data),
		}));
	} catch (cause) {
		throw new InputError(
			"The file cannot be read: it is damaged, or no Excel workbook. Open it in Excel and save it as .xlsx or as CSV UTF-8",
			{ cause },
		);
	}
}

/** Not those that are empty. */
const cell = /<((?:\w+:)?)c((?:\s[^>]*)?)(?<!\/)>(.*?)<\/\1c>/gs;
const typeOfCell = /\st\s*=\s*(["'])(\w*)\1/;
const formula = /<(?:\w+:)?f[\s/>]/;
const storedText = /<(?:\w+:)?(?:v(?:\s[^>]*)?\/?>|is[\s>])/;
const storedValue = /<(?:\w+:)?(?:v(?:\s[^>]*)?>\s*[^<\s]|is[\s>])/;

/** The library takes a cell such as #N/A, or one whose result is not stored, for an empty one: a row would be paid without its UTR or its date. */
function withErrorAsText(
	whole: string,
	prefix: string,
	attributes: string,
	content: string,
): string {
	const type = typeOfCell.exec(attributes)?.[2];
	const stored = type === "str" ? storedText : storedValue;
	const isUnstored = formula.test(content) && !stored.test(content);
	if (!isUnstored && type !== "e") return whole;
	const value = isUnstored
		? `<${prefix}v>${unstoredResult}</${prefix}v>`
		: content;
	return `<${prefix}c${attributes.replace(typeOfCell, "")} t="str">${value}</${prefix}c>`;
}

async function withErrorsAsTexts(bytes: Uint8Array): Promise<Buffer> {
	const { strFromU8, strToU8, unzipSync, zipSync } = await import("fflate");
	const files = unzipSync(bytes);
	for (const [path, content] of Object.entries(files)) {
		if (!/^xl\/worksheets\/[^/]*\.xml$/i.test(path)) continue;
		const text = strFromU8(content).replaceAll(cell, withErrorAsText);
		files[path] = strToU8(text);
	}
	return Buffer.from(zipSync(files, { level: 0 }));
}

/** The number of a row is its line. Rows that are blank are left out. */
const toRows = (data: readonly (readonly unknown[])[]): RawRow[] =>
	data
		.map((cells, index) => ({
			line: index + 1,
			cells: cells.map(toText),
			isOfWorkbook: true as const,
		}))
		.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));

function toText(cell: unknown): string {
	if (cell === null || cell === undefined) return "";
	if (cell instanceof Date) return toDateText(cell);
	return typeof cell === "boolean" ? String(cell).toUpperCase() : String(cell);
}

/** A workbook has dates as fractions of days. */
function toDateText(date: Date): string {
	if (Number.isNaN(date.getTime())) return "#DATE";
	const seconds = Math.round(date.getTime() / 1_000);
	const [day = "", time = ""] = new Date(seconds * 1_000)
		.toISOString()
		.split(/[T.]/);
	return time === "00:00:00" ? day : `${day} ${time}`;
}

/** A workbook keeps 15 digits of a number, and shows no more. */
const digitsMax = 15;

/**
 * The digits that a spreadsheet shows. A number with more than 15 digits before the point has lost some: it is written as
 * spreadsheets do, which no field takes.
 */
function toNumberText(text: string): string {
	const number = Number(text);
	if (!Number.isFinite(number)) return text;
	const shown = new Big(number.toPrecision(digitsMax));
	return shown.abs().gte(`1e${digitsMax}`)
		? shown.toExponential().toUpperCase()
		: shown.toFixed();
}
