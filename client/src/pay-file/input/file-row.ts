/** What the file says of one payment, read. It is sent as a resource of mark-as-paid. */
export interface Payment {
	slug: string;
	/** A decimal in its shortest form, such as `100000.1`; at most 15 significant digits. */
	amount: string;
	/** The amount was written with a sign of the rupee. */
	inRupees: boolean;
	utr?: string;
	narration?: string;
	/** `YYYY-MM-DD`. */
	paymentDate?: string;
}

export type Field = "slug" | "amount" | "utr" | "narration" | "paymentDate";

/** One row of the file, in its place. */
export interface FileRow {
	/** The line in the file where the row begins; the first line is 1. */
	line: number;
	/** The texts of the file, as they are written. */
	cells: Record<Field, string>;
	/** Absent when a cell cannot be read. */
	payment?: Payment;
	/** Why the row cannot be paid; empty: no reason is known. */
	problems: Problem[];
}

export interface Problem {
	/** Short and stable, for programs: `AMOUNT`, `REPEATED`, `NOT_FOUND`. */
	reason: string;
	message: string;
}
