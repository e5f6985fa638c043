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
		const sheets = await readSheets(await prepare(bytes), {
			parseNumber: toNumberText,
			trim: false,
		});
		return sheets.map(({ sheet, data }) => ({
			name: sheet,
			// A sheet that is a chart has no data.
			rows: toRows(data ?? []),
		}));
	} catch (cause) {
		throw new InputError(
			"The file cannot be read: it is damaged, or no Excel workbook. Open it in Excel and save it as .xlsx or as CSV UTF-8",
			{ cause },
		);
	}
}

/** The workbook as the library must have it, which takes what some cells and sheets are for something else. */
async function prepare(bytes: Uint8Array): Promise<Buffer> {
	const { strFromU8, strToU8, unzipSync, zipSync } = await import("fflate");
	const files = unzipSync(bytes);
	const parts = Object.entries(files)
		.filter(([path]) => /\.xml$/i.test(path))
		.map(([path, content]) => ({ path, text: strFromU8(content) }));
	const styles = parts.find(({ text }) => stylesTag.test(text));
	const widths = readWidths(styles?.text ?? "");
	for (const { path, text } of parts)
		if (workbookTag.test(text))
			files[path] = strToU8(
				text
					.replaceAll(hiddenSheet, withoutName)
					.replace(daysFrom1904, '$1="1"'),
			);
		else if (sheetTag.test(text))
			files[path] = strToU8(
				text.replaceAll(cell, (whole, prefix, attributes, content) =>
					toRead({ whole, prefix, attributes, content }, widths),
				),
			);
	return Buffer.from(zipSync(files, { level: 0 }));
}

const workbookTag = /<(?:\w+:)?workbook[\s>]/;
const stylesTag = /<(?:\w+:)?styleSheet[\s>]/;
const sheetTag = /<(?:\w+:)?sheetData[\s>]/;

const hiddenSheet =
	/<(?:\w+:)?sheet(?=\s)[^>]*\sstate\s*=\s*["'](?:h|veryH)idden["'][^>]*>/g;
/** The library reads no sheet that has no name. */
const withoutName = (tag: string) => tag.replace(/\sname\s*=/, " hidden=");

/** LibreOffice writes `true`; the library knows only `1`, and would read each date as one of four years before. */
const daysFrom1904 =
	/(<(?:\w+:)?workbookPr(?=\s)[^>]*\sdate1904)\s*=\s*["']true["']/;

/** Not those that are empty. */
const cell = /<((?:\w+:)?)c((?:\s[^>]*)?)(?<!\/)>(.*?)<\/\1c>/gs;
const typeOfCell = /\st\s*=\s*(["'])(\w*)\1/;
const styleOfCell = /\ss\s*=\s*(["'])(\w*)\1/;
const formula = /<(?:\w+:)?f[\s/>]/;
const storedText = /<(?:\w+:)?(?:v(?:\s[^>]*)?\/?>|is[\s>])/;
const storedValue = /<(?:\w+:)?(?:v(?:\s[^>]*)?>\s*[^<\s]|is[\s>])/;
const storedDigits = /<(?:\w+:)?v>(\d+)</;

interface CellXml {
	whole: string;
	prefix: string;
	attributes: string;
	content: string;
}

/**
 * The library takes a cell such as #N/A, or one whose result is not stored, for an empty one: a row would be paid
 * without its UTR or its date. The number 18 that is shown as 0018 may be another invoice's number.
 */
function toRead(
	{ whole, prefix, attributes, content }: CellXml,
	widths: ReadonlyMap<string, number>,
): string {
	const type = typeOfCell.exec(attributes)?.[2] ?? "n";
	const stored = type === "str" ? storedText : storedValue;
	const isUnstored = formula.test(content) && !stored.test(content);
	const digits = type === "n" ? storedDigits.exec(content)?.[1] : undefined;
	const width = widths.get(styleOfCell.exec(attributes)?.[2] ?? "") ?? 0;
	const isPadded = digits !== undefined && digits.length < width;
	if (!isUnstored && !isPadded && type !== "e") return whole;
	const text = isUnstored ? unstoredResult : digits?.padStart(width, "0");
	const value = text ? `<${prefix}v>${text}</${prefix}v>` : content;
	return `<${prefix}c${attributes.replace(typeOfCell, "")} t="str">${value}</${prefix}c>`;
}

/** How many digits a number has at least, by the style of its cell. */
function readWidths(styles: string): ReadonlyMap<string, number> {
	const formats = new Map(
		Array.from(styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g), ([tag]) => [
			attributeOf(tag, "numFmtId"),
			attributeOf(tag, "formatCode"),
		]),
	);
	const [, ofCells = ""] =
		/<(?:\w+:)?cellXfs[\s>](.*?)<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? [];
	const widths = new Map<string, number>();
	const tags = ofCells.matchAll(/<(?:\w+:)?xf(?=[\s/>])[^>]*>/g);
	for (const [index, [tag]] of [...tags].entries()) {
		const format = formats.get(attributeOf(tag, "numFmtId")) ?? "";
		const [, zeros = ""] = /^(00+)(?:;@)?$/.exec(format) ?? [];
		widths.set(String(index), zeros.length);
	}
	return widths;
}

const attributeOf = (tag: string, name: string) =>
	new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`).exec(tag)?.[2];

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
	if (Number.isNaN(date.getTime())) return "####";
	const seconds = Math.round(date.getTime() / 1_000);
	const [day = "", time = ""] = new Date(seconds * 1_000)
		.toISOString()
		.split(/[T.]/);
	return time === "00:00:00" ? day : `${day} ${time}`;
}

/** A workbook keeps 15 digits of a number, and shows no more. */
const digitsMax = 15;

/**
 * The digits that a spreadsheet shows. A number with more than 15 digits before the point has lost some: it is written
 * as spreadsheets do, which no field takes.
 */
function toNumberText(text: string): string {
	const number = Number(text);
	if (!Number.isFinite(number)) return text;
	const shown = new Big(number.toPrecision(digitsMax));
	return shown.abs().gte(`1e${digitsMax}`)
		? shown.toExponential().toUpperCase()
		: shown.toFixed();
}
