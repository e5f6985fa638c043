import { zip } from "../archive/zip.ts";
import { fromSafeText, toSafeText } from "../sheets/safe-text.ts";

/** A text, or a number as a decimal with at most 15 digits. */
export type CellToWrite = string | { number: string };

export interface SheetToWrite {
	name: string;
	columns: readonly ColumnToWrite[];
	rows: readonly (readonly CellToWrite[])[];
}

export interface ColumnToWrite {
	heading: string;
	/** The width of the column in characters. */
	width?: number;
	/** Whether what is typed into its empty cells is a number, not a text. */
	isNumber?: boolean;
}

/**
 * Makes a workbook (.xlsx) with one sheet. Its texts are formatted as texts, so that a spreadsheet can open and save it
 * without changing them. What is typed into an empty cell, such as a UTR that begins with zeros, stays a text as well.
 */
export function toWorkbookFile(
	sheet: SheetToWrite,
): Promise<Uint8Array<ArrayBuffer>> {
	return zip({
		"[Content_Types].xml": contentTypes,
		"_rels/.rels": relationships("officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml": `${declaration}<workbook ${namespace} ${references}><sheets><sheet name="${toXmlText(toSheetName(sheet.name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": relationships(
			"worksheet",
			"worksheets/sheet1.xml",
			["styles", "styles.xml"],
		),
		"xl/styles.xml": styles,
		"xl/worksheets/sheet1.xml": toSheetXml(sheet),
	});
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const namespace =
	'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const officeDocument =
	"http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const references = `xmlns:r="${officeDocument}"`;

const contentType = (path: string, type: string) =>
	`<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;

const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${contentType("xl/workbook.xml", "sheet.main")}${contentType("xl/worksheets/sheet1.xml", "worksheet")}${contentType("xl/styles.xml", "styles")}</Types>`;

function relationships(
	type: string,
	target: string,
	...others: readonly (readonly [string, string])[]
): string {
	const all = [[type, target] as const, ...others].map(
		([kind, path], index) =>
			`<Relationship Id="rId${index + 1}" Type="${officeDocument}/${kind}" Target="${path}"/>`,
	);
	return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;
}

/** Positions of the formats below. */
const formats = { text: 1, heading: 2, number: 3, money: 4 };

const xf = (format: number, font: number) =>
	`<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;

const styles = `${declaration}<styleSheet ${namespace}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${xf(0, 0)}${xf(49, 0)}${xf(49, 1)}${xf(0, 0)}${xf(4, 0)}</cellXfs></styleSheet>`;

function toSheetXml({ columns, rows }: SheetToWrite): string {
	const formatsOfColumns = columns.map(({ isNumber }) =>
		isNumber ? formats.money : formats.text,
	);
	const cols = columns.map(
		({ width = 16 }, index) =>
			`<col min="${index + 1}" max="${index + 1}" width="${width}" style="${formatsOfColumns[index]}" customWidth="1"/>`,
	);
	const headings = columns.map(({ heading }) =>
		toCell(heading, formats.heading),
	);
	const all = rows.map((cells) =>
		toRow(
			cells.map((cell, index) => toCell(cell, formatsOfColumns[index] ?? 0)),
		),
	);
	return `${declaration}<worksheet ${namespace}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join("")}</cols><sheetData>${toRow(headings)}${all.join("")}</sheetData></worksheet>`;
}

/** Cells follow each other without gaps, so that they need no references. */
const toRow = (cells: readonly string[]) => `<row>${cells.join("")}</row>`;

function toCell(cell: CellToWrite, format: number): string {
	if (typeof cell !== "string")
		return `<c s="${isMoney(cell.number) ? formats.money : formats.number}"><v>${toXmlText(cell.number)}</v></c>`;
	if (cell === "") return `<c s="${format}"/>`;
	// A text that looks as if it were marked for a CSV file is marked once more, so that it is read as it was.
	const text = fromSafeText(cell) === cell ? cell : toSafeText(cell);
	return `<c s="${format === formats.heading ? format : formats.text}" t="inlineStr"><is><t xml:space="preserve">${toXmlText(text)}</t></is></c>`;
}

const isMoney = (number: string) => /^-?\d+(?:\.\d{1,2})?$/.test(number);

const entities: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
};

/** Characters that XML does not have are written as in other workbooks, `_x000D_`, and such a text itself is escaped. */
function toXmlText(text: string): string {
	return text
		.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
		.replace(
			/[\p{Cs}\uFFFE\uFFFF]|(?![\t\n])\p{Cc}/gu,
			(character) =>
				`_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
		)
		.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Excel accepts no other names. */
const toSheetName = (name: string) =>
	name
		.replace(/[[\]:*?/\\]/g, " ")
		.slice(0, 31)
		.trim() || "Sheet1";
