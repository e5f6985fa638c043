/** What the file says of one payment, read. It is sent as a resource of mark-as-paid. */
export interface Payment {
	/** The invoice's id. Absent until the invoice was found by its number. */
	slug?: string;
	/** How the row names the invoice; absent when its column has ids only. */
	invoice?: InvoiceName;
	/** A decimal in its shortest form, such as `100000.1`; at most 15 significant digits. */
	amount: string;
	/** The amount was written with a sign of the rupee. */
	inRupees: boolean;
	utr?: string;
	narration?: string;
	/** `YYYY-MM-DD`. */
	paymentDate?: string;
}

export interface InvoiceName {
	number: string;
	vendorId?: string;
	/** The vendor's name. */
	vendor?: string;
}

export const fields = [
	"invoiceId",
	"invoiceNumber",
	"vendorId",
	"vendor",
	"amount",
	"utr",
	"narration",
	"paymentDate",
] as const;

export type Field = (typeof fields)[number];

/** What users call the fields. */
export const labels: Readonly<Record<Field, string>> = {
	invoiceId: "invoice id",
	invoiceNumber: "invoice number",
	vendorId: "vendor id",
	vendor: "vendor",
	amount: "amount",
	utr: "UTR",
	narration: "narration",
	paymentDate: "payment date",
};

export const noCells: Readonly<Record<Field, string>> = {
	invoiceId: "",
	invoiceNumber: "",
	vendorId: "",
	vendor: "",
	amount: "",
	utr: "",
	narration: "",
	paymentDate: "",
};

/** One row of the file, in its place. */
export interface FileRow {
	/** The line in the file where the row begins; the first line is 1. */
	line: number;
	/** The texts of the file, as they are written. */
	cells: Record<Field, string>;
	/** All texts of the row, in the order of the header. */
	texts: readonly string[];
	/** Absent when a cell cannot be read. */
	payment?: Payment;
	/** In a result file, the payment that the row has made. */
	paymentId?: string;
	/** What is to be done was done by others; how. */
	doneBefore?: string;
	/** What the records say of the invoice; absent before it was found. */
	record?: { vendorId: string | null; currency: string };
	/** Why the row cannot be paid; empty: no reason is known. */
	problems: Problem[];
}

export interface Problem {
	/** Short and stable, for programs: `AMOUNT`, `REPEATED`, `NOT_FOUND`. */
	reason: string;
	message: string;
}

/** By the invoice's id; without the rows whose invoice is not known. */
export function groupByInvoice(rows: readonly FileRow[]) {
	const groups = new Map<string, FileRow[]>();
	for (const row of rows) {
		const slug = row.payment?.slug;
		if (slug === undefined) continue;
		const group = groups.get(slug);
		if (group) group.push(row);
		else groups.set(slug, [row]);
	}
	return groups;
}
