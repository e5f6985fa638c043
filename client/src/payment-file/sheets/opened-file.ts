import type { Sheet } from "./sheet.ts";

/** A sheet of a file, before its cells are read. */
export interface SheetOutline {
	/** Empty for a text file. */
	name: string;
	isHidden: boolean;
	/** Whether no cell of the sheet holds anything. */
	isEmpty: boolean;
	/** @throws FileProblem When the sheet is damaged, or larger than a payment file can be. */
	read(options?: SheetReading): Promise<Sheet>;
}

export interface SheetReading {
	/** Reading stops soon after this many rows, for a caller that needs only the start of the sheet. */
	rowsMax?: number;
	/** @param share The share of a workbook's sheet that was read, up to 1. */
	onProgress?(share: number): void;
}

export interface OpenedFile {
	kind: "WORKBOOK" | "TEXT";
	sheets: readonly SheetOutline[];
	/** What separates the values of a text file. */
	delimiter?: Delimiter;
}

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];
