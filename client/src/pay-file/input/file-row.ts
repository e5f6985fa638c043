import type { PaymentResource } from "../../payments/resource.ts";

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
	record?: InvoiceRecord;
	/** Why the row cannot be paid; empty: no reason is known. */
	problems: Problem[];
}

export interface InvoiceRecord {
	vendorId: string | null;
	/** Absent where the names of vendors were not read. */
	vendorName?: string;
	currency: string;
}

/** The name of the invoice's vendor, else the id. */
export const toVendor = (record: InvoiceRecord | undefined): string =>
	record?.vendorName ?? record?.vendorId ?? "";

export interface Problem {
	/** A reason is short and stable, for programs: `AMOUNT`, `REPEATED`, `NOT_FOUND`. */
	reason: string;
	message: string;
	/** Nothing in the row is to be corrected: it is a total, or its payment is recorded already. */
	isToLeaveOut?: true;
}

/** Groups rows by the invoice's id, without those whose invoice is not known. */
export const groupByInvoice = (rows: readonly FileRow[]) =>
	groupBy(rows, ({ payment }) =>
		payment?.slug === undefined ? [] : [payment.slug],
	);

/** Groups by texts; one may have several of them, or none. */
export function groupBy<One>(
	all: Iterable<One>,
	toTexts: (one: One) => readonly string[],
): Map<string, One[]> {
	const groups = new Map<string, One[]>();
	for (const one of all)
		for (const text of new Set(toTexts(one))) {
			const group = groups.get(text);
			if (group) group.push(one);
			else groups.set(text, [one]);
		}
	return groups;
}

/** The rows of a file, as it was read. */
export interface ReadFile {
	headers: readonly string[];
	rows: FileRow[];
	/** Each row as it was read, as a text to compare; absent when nothing is to be sent of it. */
	readings: readonly (string | undefined)[];
	/** Digest of the file's bytes, or of a workbook's sheet. */
	sha256: string;
	/** Digest of the rows as they are sent: differs when the same file is read with other options. */
	readingSha256: string;
	/** How it was read, for the user to check. */
	description: string;
	/** What the user must confirm of that. */
	doubts: readonly string[];
}

const lengthMax = 40;

/** A text of the file as messages show it: in quotes, on one line, shortened. */
export function shown(text: string): string {
	const characters = [...text];
	return JSON.stringify(
		characters.length <= lengthMax
			? text
			: `${characters.slice(0, lengthMax).join("")}…`,
	);
}

/** The first of the texts, as messages list them. */
export const listed = (texts: readonly string[], max: number): string =>
	texts.slice(0, max).join(", ") + (texts.length > max ? ", …" : "");

/**
 * Notes on each row with the invoice and the UTR of another row that it may be the same payment, entered twice.
 *
 * @param toInvoice What tells the invoices of rows apart: before they are found, their names.
 */
export function noteRepeats(
	rows: readonly FileRow[],
	toInvoice: (payment: Payment) => unknown,
) {
	const groups = groupBy(rows, ({ payment }) => {
		if (!payment) return [];
		const { utr = "" } = payment;
		return [JSON.stringify([toInvoice(payment), utr.toUpperCase()])];
	});
	for (const group of groups.values()) {
		const [first, second] = group;
		if (!first || !second) continue;
		for (const row of group) {
			if (row.problems.some(({ reason }) => reason === "REPEATED")) continue;
			const other = row === first ? second : first;
			row.problems.push({
				reason: "REPEATED",
				message: `line ${other.line} has the same invoice and ${row.payment?.utr ? "UTR" : "no UTR either"}; if both are to be paid, use --allow-repeats`,
			});
		}
	}
}

/** A resource of mark-as-paid. A number of up to 15 digits is sent with exactly these digits. */
export function toResource({
	slug,
	amount,
	utr,
	narration,
	paymentDate,
}: Payment): PaymentResource {
	if (slug === undefined)
		throw new Error("A row whose invoice was not found is never planned");
	return {
		slug,
		amount: Number(amount),
		...(utr !== undefined && { utr }),
		...(narration !== undefined && { narration }),
		...(paymentDate !== undefined && { paymentDate }),
	};
}
