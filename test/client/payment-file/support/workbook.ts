import { zip } from "../../../../client/src/payment-file/archive/zip.ts";

export interface WorkbookParts {
	/** What is inside of `sheetData`. */
	rows: string;
	/** Formats of the styles 1, 2, 3 and so on. */
	formats?: readonly string[];
	/** What is in the sheet in front of its rows, and behind them. */
	before?: string;
	behind?: string;
	/** What is in the workbook in front of its sheets, and behind them. */
	settings?: string;
	calculation?: string;
	sharedStrings?: string;
	/** Other parts of the archive. */
	parts?: Readonly<Record<string, string>>;
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relation =
	"http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook with one sheet that is written as the test says, as no program would. */
export const toWorkbook = ({
	rows,
	formats = [],
	before = "",
	behind = "",
	settings = "",
	calculation = "",
	sharedStrings = "",
	parts = {},
}: WorkbookParts): Promise<Uint8Array<ArrayBuffer>> =>
	zip({
		"_rels/.rels": relationships({ officeDocument: "xl/workbook.xml" }),
		"xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relation}">${settings}<sheets><sheet name="Payments" sheetId="1" r:id="worksheet"/></sheets>${calculation}</workbook>`,
		"xl/_rels/workbook.xml.rels": relationships({
			worksheet: "/xl/worksheets/sheet1.xml",
			styles: "styles.xml",
			sharedStrings: "sharedStrings.xml",
		}),
		"xl/styles.xml": toStyles(formats),
		"xl/sharedStrings.xml": `<sst xmlns="${main}">${sharedStrings}</sst>`,
		"xl/worksheets/sheet1.xml": `<?xml version="1.0"?><worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`,
		...parts,
	});

const relationships = (targets: Readonly<Record<string, string>>) =>
	`<Relationships>${Object.entries(targets)
		.map(
			([type, target]) =>
				`<Relationship Id="${type}" Type="${relation}/${type}" Target="${target}"/>`,
		)
		.join("")}</Relationships>`;

const toStyles = (formats: readonly string[]) =>
	`<styleSheet xmlns="${main}"><numFmts>${formats
		.map(
			(code, index) =>
				`<numFmt numFmtId="${164 + index}" formatCode="${toXml(code)}"/>`,
		)
		.join(
			"",
		)}</numFmts><fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/>${formats
		.map((_, index) => `<xf numFmtId="${164 + index}" fontId="0"/>`)
		.join("")}<xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>`;

/** The style of text that is struck through, when there are that many formats. */
export const struck = (formats: number) => formats + 1;

const toXml = (text: string) =>
	text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll('"', "&quot;");

/** A text cell. */
export const t = (text: string, style = 0) =>
	`<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${toXml(text)}</t></is></c>`;

/** A number cell. */
export const n = (value: number | string, style = 0) =>
	`<c s="${style}"><v>${value}</v></c>`;

export const row = (...cells: readonly string[]) =>
	`<row>${cells.join("")}</row>`;

export const headings = row(
	...["Vendor", "Invoice number", "Amount", "UTR", "Payment date"].map((one) =>
		t(one),
	),
);
