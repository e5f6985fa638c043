import { decodeText } from "./csv/decode-text.ts";
import { csvRows, readCsv } from "./csv/read-csv.ts";
import { FileProblem } from "./sheets/file-problem.ts";
import { limits } from "./sheets/limits.ts";
import {
	type Delimiter,
	delimiters,
	type OpenedFile,
	type SheetOutline,
} from "./sheets/opened-file.ts";
import type { Row } from "./sheets/sheet.ts";
import { headingRowsMax, isHeadingRow } from "./table/headings.ts";
import { openWorkbook } from "./xlsx/open-workbook.ts";

/**
 * Opens a payment file: a workbook (.xlsx), or a text whose values are separated by commas, semicolons, tabs or bars.
 *
 * @param delimiter What separates the values of a text. By default, it is the one with which the file has headings of
 *   payments.
 * @throws FileProblem When it is neither. It says what the file is.
 */
export async function openFile(
	bytes: Uint8Array,
	{ delimiter }: { delimiter?: Delimiter | undefined } = {},
): Promise<OpenedFile> {
	if (bytes.length === 0) throw new FileProblem("The file is empty");
	if (bytes.length > limits.fileBytes)
		throw new FileProblem(
			`The file is larger than ${limits.fileBytes / 1024 / 1024} MB, which no payment file is`,
		);
	if (bytes[0] === 0x50 && bytes[1] === 0x4b)
		return { kind: "WORKBOOK", sheets: await openWorkbook(bytes) };
	return openText(decodeText(bytes), delimiter);
}

function openText(text: string, given: Delimiter | undefined): OpenedFile {
	const [hint = "", hinted] = /^sep=([,;\t|])(?:\r\n|\n|\r)/.exec(text) ?? [];
	const delimiter =
		given ?? delimiters.find((one) => one === hinted) ?? findDelimiter(text);
	const read = async () => ({
		name: "",
		rows: readRows(text.slice(hint.length), delimiter, hint === "" ? 0 : 1),
		hiddenColumns: [],
		notes: [],
		isSplitText: true,
	});
	const isEmpty = text.trim() === "";
	const sheet: SheetOutline = { name: "", isHidden: false, isEmpty, read };
	return { kind: "TEXT", sheets: [sheet], delimiter };
}

/** The line of the hint also counts as a row of the file. */
const readRows = (text: string, delimiter: string, rowsBefore: number) =>
	readCsv(text, delimiter).map((row) => ({
		...row,
		number: row.number + rowsBefore,
	}));

function findDelimiter(text: string): Delimiter {
	const tried = delimiters.map((delimiter) => {
		const rows = readStart(text, delimiter);
		return {
			delimiter,
			separators: rows.reduce((sum, { cells }) => sum + cells.length - 1, 0),
			isTable: rows.some(({ cells }) => isHeadingRow(cells)),
		};
	});
	const [best] = tried.toSorted(
		(one, other) =>
			Number(other.isTable) - Number(one.isTable) ||
			other.separators - one.separators,
	);
	return best?.delimiter ?? ",";
}

/** The rows among which the headings are. */
function readStart(text: string, delimiter: Delimiter): Row[] {
	const rows: Row[] = [];
	try {
		for (const row of csvRows(text, delimiter))
			if (rows.push(row) >= headingRowsMax) break;
	} catch (error) {
		// With this delimiter, a quote may never be closed; another delimiter may be the right one.
		if (!(error instanceof FileProblem)) throw error;
	}
	return rows;
}
