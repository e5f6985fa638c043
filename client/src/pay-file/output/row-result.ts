import type { FileRow } from "../input/file-row.ts";

/** What is known of a row at the end of a run. */
export interface RowResult {
	/**
	 * `READY`: could be done (of a dry run). `INVALID`: cannot be done; nothing was sent. `NOT_SENT`: nothing was sent or taken.
	 * `NOTHING_TO_DO`: the row asks for nothing. `OPEN`: sent, and the next run learns the outcome. The others are the
	 * service's, and the journal's `UNKNOWN`.
	 */
	status:
		| "READY"
		| "INVALID"
		| "NOT_SENT"
		| "NOTHING_TO_DO"
		| "OPEN"
		| "DONE"
		| "ERROR"
		| "SKIPPED"
		| "UNKNOWN";
	reason: string;
	message: string;
	key: string;
	bulkActionSlug: string;
	paymentId: string;
}

/** The columns of a result file behind those of the file itself. */
export interface ResultColumns {
	resultHeader: readonly string[];
	toResultCells(row: FileRow, result: RowResult): string[];
}
