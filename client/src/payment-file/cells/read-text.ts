import type { Cell } from "../sheets/sheet.ts";

export type ReadText =
	| { text: string }
	| {
			/** A predicate, such as "was shortened". */
			problem: string;
	  };

/** Spreadsheets show a long number as 1.23E+15, and save it so in a text: its last digits are lost. */
const shortened = /^\d(?:\.\d+)?E\+?\d+$/i;
/** What a spreadsheet shows of a formula that failed, and saves in a text. */
const formulaError = /^(?:#(?:[A-Z/0]+[!?]|N\/A|GETTING_DATA)|Err:\d{3})$/;
/** What a spreadsheet shows, and saves in a text, in place of a number that is too wide for its column. */
const tooNarrow = /^##+$/;

/**
 * Reads an invoice number, an id, a vendor or a UTR. Characters that cannot be seen are left out, since nobody can have
 * meant them. Every kind of blank is read as a blank.
 */
export function readName(cell: Cell): ReadText {
	if (cell.day !== undefined)
		return {
			problem:
				"was made a date by the spreadsheet; format the cell as text and enter it again",
		};
	const read = readWords(cell);
	if ("problem" in read) return read;
	const text = read.text
		.replace(/\p{Cf}/gu, "")
		.replace(/\p{Z}+/gu, " ")
		.trim();
	if (shortened.test(text))
		return {
			problem:
				"was shortened by a spreadsheet; format the cell as text and enter all its digits",
		};
	return { text };
}

/** Reads a text that people have written, such as a narration. */
export function readWords({ text }: Cell): ReadText {
	const trimmed = text.trim();
	if (formulaError.test(trimmed))
		return {
			problem:
				"is an error of a formula that the spreadsheet could not calculate",
		};
	if (tooNarrow.test(trimmed))
		return {
			problem:
				"is shown for a number because its column was too narrow when the file was saved",
		};
	if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/u.test(trimmed))
		return {
			problem: "has a line break, a tab or a damaged character in it",
		};
	return { text: trimmed.normalize("NFC") };
}

/** Counts characters as the service does, in code points. */
export const countCharacters = (text: string) => [...text].length;
