import type { DateOrder } from "../../../client/src/payment-file/cells/read-date.ts";
import type {
	FilePayment,
	RowProblem,
} from "../../../client/src/payment-file/payments/payment.ts";
import type { Delimiter } from "../../../client/src/payment-file/sheets/opened-file.ts";
import type { Field } from "../../../client/src/payment-file/table/headings.ts";
import type {
	FieldPositions,
	Question,
} from "../../../client/src/payment-file/table/suggest-fields.ts";
import type { Column } from "../../../client/src/payment-file/table/table.ts";

export type {
	DateOrder,
	Delimiter,
	Field,
	FieldPositions,
	FilePayment,
	RowProblem,
};

/** A file that was opened, before a sheet of it is read. */
export interface OpenedBook {
	kind: "WORKBOOK" | "TEXT";
	/** The sheets that hold something. */
	sheets: readonly { index: number; name: string; isHidden: boolean }[];
	/** The sheet that has the payments; absent when a person must choose. */
	sheet?: number;
	delimiter?: Delimiter;
}

/** A sheet as a table. */
export interface ReadTable {
	sheet: number;
	/** The number of the row with the headings, as a spreadsheet shows it. */
	headingRow: number;
	columns: readonly Column[];
	rowCount: number;
	hiddenRowCount: number;
	/** What a person sees in the sheet and is not read, in sentences. */
	notes: readonly string[];
	/** The first rows of the sheet, among which the headings are. */
	start: readonly { number: number; texts: readonly string[] }[];
	/** What the headings say, and what only a person can say. */
	fields: FieldPositions;
	questions: readonly Question[];
	/** Whether it has the columns of a file of results, whose payments were made. */
	isResults: boolean;
}

export interface ReadingChoice {
	fields: FieldPositions;
	dateOrder?: DateOrder | undefined;
	hiddenRows?: "PAY" | "LEAVE_OUT" | undefined;
}

/** What a person types to correct a row. */
export type RowTexts = Partial<Record<Field, string>>;

/** A row of the file that holds something. */
export interface FileRow {
	number: number;
	isHidden: boolean;
	isTotal: boolean;
	/** Absent when something is wrong with the row, or the row is a total. */
	payment?: FilePayment;
	problems: readonly RowProblem[];
	/** The cells that are used, as the spreadsheet shows them. */
	texts: RowTexts;
}

/** The tasks of the worker, with what each takes and returns. */
export interface ReaderTasks {
	open(task: { file: Blob; delimiter?: Delimiter | undefined }): OpenedBook;
	read(task: { sheet: number; headingRow?: number | undefined }): ReadTable;
	/** Reads the payments. The rows are reported in parts. */
	payments(task: ReadingChoice): { notes: readonly string[] };
	/** Reads a row that a person has corrected, as it would be read in a file. */
	correct(task: { texts: RowTexts; dateOrder?: DateOrder | undefined }): {
		payment?: FilePayment;
		problems: readonly RowProblem[];
	};
	write(task: FileToWrite): Blob;
}

export interface FileToWrite {
	format: "xlsx" | "csv";
	headings: readonly string[];
	/** The positions of the columns that have amounts. */
	amounts: readonly number[];
	rows: readonly (readonly string[])[];
	/** The row of the open file for each row; its columns are then put in front. */
	fileRows?: readonly (number | undefined)[] | undefined;
}

export type TaskName = keyof ReaderTasks;

export interface TaskMessage {
	id: number;
	name: TaskName;
	task: unknown;
}

export type WorkerMessage =
	| { id: number; kind: "PROGRESS"; share: number }
	| { id: number; kind: "ROWS"; rows: FileRow[] }
	| { id: number; kind: "DONE"; result: unknown }
	| {
			id: number;
			kind: "FAILED";
			message: string;
			/** Whether the file is at fault; the message then says what to do. */
			isOfFile: boolean;
	  };
