/** A cell, as a person sees it in the spreadsheet. */
export interface Cell {
	text: string;
	/** Why it is not certain what the cell says. */
	problem?: string;
	/** The stored value of a number, as a decimal with at most 15 digits. Its `text` is how the spreadsheet shows it. */
	number?: string;
	/** The cell has no number format, so that the width of its column decides how many decimals are shown. */
	isUnformatted?: true;
	/** The day of a cell that is a date, `YYYY-MM-DD`. */
	day?: string;
	/** The value belongs to several rows, because the cell is merged. */
	isMerged?: true;
}

/** A row that holds something. */
export interface Row {
	/** The number of the row, as a spreadsheet shows it; the first row is 1. */
	number: number;
	cells: readonly Cell[];
	isHidden?: true;
	/** Why the values of the row cannot be told apart. */
	problem?: string;
}

export interface Sheet {
	/** Empty for a text file, which has one sheet. */
	name: string;
	rows: readonly Row[];
	/** Positions of hidden columns; the first column is 0. */
	hiddenColumns: readonly number[];
	/** What the sheet holds besides its cells, in sentences for the person who has the file. */
	notes: readonly string[];
	/** The rows were split at separators, so that a separator too many or too few moves the values of a row. */
	isSplitText: boolean;
}

export const emptyCell: Cell = { text: "" };

/** The letters of a column, as a spreadsheet shows them: A, B, …, Z, AA. */
export function toColumnLetters(position: number): string {
	const last = String.fromCharCode(65 + (position % 26));
	return position < 26
		? last
		: toColumnLetters(Math.floor(position / 26) - 1) + last;
}
