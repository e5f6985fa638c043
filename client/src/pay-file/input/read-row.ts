import {
	type DateFormat,
	fromSafeCell,
	readAmount,
	readDate,
} from "./cells.ts";
import type { Columns } from "./columns.ts";
import {
	type Field,
	type FileRow,
	fields,
	type InvoiceName,
	labels,
	noCells,
	type Payment,
	type Problem,
	shown,
} from "./file-row.ts";

/** Limits of mark-as-paid (spec 8); a slug's is that of the store's keys. */
const slugBytesMax = 1_024;
const utrLengthMax = 64;
const narrationLengthMax = 500;

export interface RawRow {
	line: number;
	cells: readonly string[];
	/** The row is not well-formed CSV. */
	error?: string;
	/** Its cells are those of a workbook: no text was split. */
	isOfWorkbook?: true;
}

/** Reads the cells of a row; all that is wrong with it is reported together. */
export function readRow(
	{ line, cells: texts, error, isOfWorkbook }: RawRow,
	{ positions, idMayBeNumber }: Columns,
	headerCount: number,
	dateFormat?: DateFormat,
): FileRow {
	const cell = (field: Field) => {
		const position = positions[field];
		return position === undefined ? "" : fromSafeCell(texts[position] ?? "");
	};
	const cells: FileRow["cells"] = { ...noCells };
	for (const field of fields) cells[field] = cell(field);
	const broken =
		error ??
		refuseCount(texts, headerCount) ??
		(isOfWorkbook
			? refuseHiddenDecimals(texts, positions)
			: refuseSplitAmount(texts, positions));
	if (broken)
		return {
			line,
			cells,
			texts,
			problems: [{ reason: "ROW", message: broken }],
		};
	const problems: Problem[] = [];
	const note = (reason: string, message: string | undefined) => {
		if (message !== undefined) problems.push({ reason, message });
	};
	const unreadable = new Map(
		fields.map((field) => [field, refuseCharacters(field, cells[field])]),
	);
	for (const problem of unreadable.values()) note("ROW", problem);
	note("INVOICE", refuseInvoice(cells, positions));
	note("UTR", refuseUtr(cells.utr));
	note("NARRATION", refuseNarration(cells.narration));
	const amount = readAmount(cells.amount);
	if ("problem" in amount && !unreadable.get("amount"))
		note("AMOUNT", amount.problem);
	const date =
		cells.paymentDate.trim() === ""
			? undefined
			: readDate(cells.paymentDate, dateFormat);
	if (date && "problem" in date && !unreadable.get("paymentDate"))
		note("DATE", date.problem);
	if (problems.length > 0 || "problem" in amount)
		return { line, cells, texts, problems };
	const slug = cells.invoiceId.trim();
	const name = toName(cells, idMayBeNumber);
	const payment: Payment = {
		...(slug && { slug }),
		...(name && { invoice: name }),
		...amount,
	};
	const [utr, narration] = [cells.utr.trim(), cells.narration.trim()];
	if (utr) payment.utr = utr;
	if (narration) payment.narration = narration;
	if (date && "date" in date) payment.paymentDate = date.date;
	return { line, cells, texts, payment, problems };
}

/** An amount with commas that is not quoted would otherwise be read as another, smaller one. */
function refuseCount(
	cells: readonly string[],
	headerCount: number,
): string | undefined {
	const beyond = cells.slice(headerCount).some((text) => text.trim() !== "");
	if (!beyond && cells.length >= headerCount) return undefined;
	return `the row has ${cells.length} values, the header ${headerCount}; an amount with commas must be in double quotes`;
}

/**
 * The same with a row that has as many values as the header all the same, since the last ones were left out. A UTR of
 * two or three digits is refused in any case, the value of another column only after an amount of one to three digits.
 */
function refuseSplitAmount(
	cells: readonly string[],
	{ amount, utr }: Columns["positions"],
): string | undefined {
	if (amount === undefined) return undefined;
	const [start = "", end = ""] = cells.slice(amount, amount + 2);
	const mayBeSplit = utr === amount + 1 || /^\D*\d{1,3}$/.test(start.trim());
	if (!mayBeSplit || !amountEnd.test(end.trim())) return undefined;
	return `${shown(end)}, which follows the amount, may be its end; an amount with commas must be in double quotes, one without them may have decimals (5.00)`;
}

/** Also with a mark of the rupee behind it. */
const amountEnd = /^\d{2,3}(?:\.\d+)?\s*(?:\/-|₹|INR|Rs\.?)?$/i;

/** A workbook may show 39.33 and have 39.3333333333333. */
function refuseHiddenDecimals(
	cells: readonly string[],
	{ amount }: Columns["positions"],
): string | undefined {
	const text = cells[amount ?? -1]?.trim() ?? "";
	if (!/^\d+\.\d{3,}$/.test(text)) return undefined;
	return `the amount ${shown(text)} has more decimals than two, which its cell may not show; round it in the sheet`;
}

/** What stands for a cell of a workbook that has a formula and no result of it. */
export const unstoredResult = "#FORMULA";

/** What Excel and Google Sheets show of a formula that failed, such as one that looks up the UTR. */
const formulaErrors: ReadonlySet<string> = new Set([
	...["#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"],
	...["#CALC!", "#SPILL!", "#FIELD!", "#BLOCKED!", "#BUSY!", "#CONNECT!"],
	...["#EXTERNAL!", "#PYTHON!", "#TIMEOUT!", "#UNKNOWN!", "#GETTING_DATA"],
	"#ERROR!",
]);
const libreOfficeError = /^Err:\d{3}$/;
/** Shown, and saved as CSV, instead of a number that is too wide for its column, or that is no date. */
const notShown = /^##+$/;

function refuseCharacters(field: Field, text: string): string | undefined {
	if (text.trim() === unstoredResult)
		return `${labels[field]}: the file has the formula of this cell, but not its result; open the file in Excel and save it`;
	if (formulaErrors.has(text.trim()) || libreOfficeError.test(text.trim()))
		return `${labels[field]} ${shown(text)}: the spreadsheet could not calculate this cell`;
	if (notShown.test(text.trim()))
		return `${labels[field]} ${shown(text)}: the column of this cell is too narrow, or its number is no date`;
	if (!/[\p{Cc}\p{Cs}\uFFFD]/u.test(text.trim())) return undefined;
	return `${labels[field]} ${shown(text)}: a line break, a tab or a damaged character is in it; a double quote may be missing`;
}

function refuseInvoice(
	cells: FileRow["cells"],
	positions: Columns["positions"],
): string | undefined {
	const isById =
		cells.invoiceId.trim() !== "" || positions.invoiceNumber === undefined;
	const text = (isById ? cells.invoiceId : cells.invoiceNumber).trim();
	const what = isById ? "invoice's id" : "invoice number";
	if (text === "") return `the ${what} is missing`;
	if (Buffer.byteLength(text) > slugBytesMax)
		return `an ${what} has at most ${slugBytesMax} bytes`;
	return isById ? undefined : refuseShortened(text);
}

/** Undefined when the invoice is named by its id. */
function toName(
	{ invoiceId, invoiceNumber, vendorId, vendor }: FileRow["cells"],
	idMayBeNumber: boolean,
): InvoiceName | undefined {
	const number =
		invoiceNumber.trim() || (idMayBeNumber ? invoiceId.trim() : "");
	if (number === "" || (invoiceId.trim() && !idMayBeNumber)) return undefined;
	return {
		number,
		...(vendorId.trim() && { vendorId: vendorId.trim() }),
		...(vendor.trim() && { vendor: vendor.trim() }),
	};
}

/** Spreadsheets show a long number as 1.23E+15 and save it so: its last digits are lost. */
const shortenedNumber = /^\d(?:\.\d+)?E\+?\d+$/i;

function refuseUtr(text: string): string | undefined {
	const utr = text.trim();
	if ([...utr].length > utrLengthMax)
		return `a UTR has at most ${utrLengthMax} characters`;
	return refuseShortened(utr);
}

function refuseShortened(text: string): string | undefined {
	if (!shortenedNumber.test(text)) return undefined;
	return `${shown(text)}: a spreadsheet has shortened this number; format the column as text`;
}

function refuseNarration(text: string): string | undefined {
	if ([...text.trim()].length <= narrationLengthMax) return undefined;
	return `a narration has at most ${narrationLengthMax} characters`;
}
