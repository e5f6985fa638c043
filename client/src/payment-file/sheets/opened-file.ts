import type { Sheet } from "./sheet.ts";

/** A sheet of a file, before its cells are read. */
export interface SheetOutline {
	/** Empty for a text file. */
	name: string;
	isHidden: boolean;
	/** No cell of it holds anything. */
	isEmpty: boolean;
	/** @throws FileProblem when the sheet is damaged, or larger than a payment file can be. */
	read(options?: SheetReading): Promise<Sheet>;
}

export interface SheetReading {
	/** Only the start of the sheet is needed: soon after this many rows, reading stops. */
	rowsMax?: number;
	/** @param share Of a workbook's sheet that was read, up to 1. */
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
