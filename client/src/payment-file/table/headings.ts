import type { Cell, Row } from "../sheets/sheet.ts";

/** What a column of a payment file can be. */
export const fields = [
	"invoiceNumber",
	"invoiceId",
	"vendor",
	"amount",
	"currency",
	"utr",
	"paymentDate",
	"narration",
] as const;

export type Field = (typeof fields)[number];

/** What people call the fields. */
export const labels: Readonly<Record<Field, string>> = {
	invoiceNumber: "invoice number",
	invoiceId: "invoice id",
	vendor: "vendor",
	amount: "amount",
	currency: "currency",
	utr: "UTR",
	paymentDate: "payment date",
	narration: "narration",
};

/**
 * The headings that are recognised, without regard to case. All others are asked for: a program that books payments does
 * not guess what a column is.
 */
const recognised: Readonly<Record<Field, readonly string[]>> = {
	invoiceNumber: [
		...["invoice number", "invoice no", "invoice no.", "inv no", "inv no."],
		...["bill number", "bill no", "bill no."],
	],
	invoiceId: ["invoice id", "slug"],
	vendor: ["vendor", "vendor name", "vendor id", "supplier", "supplier name"],
	amount: [
		"amount",
		"amount (inr)",
		"amount (₹)",
		"amount (rs)",
		"amount (rs.)",
	],
	currency: ["currency"],
	utr: ["utr", "utr no", "utr no.", "utr number"],
	paymentDate: ["payment date", "date", "paid on"],
	narration: ["narration"],
};

/** Marked as pure, so that the bundle of a page that recognises no headings does not have them. */
const fieldOfHeading = /* @__PURE__ */ indexHeadings();

function indexHeadings() {
	return new Map(
		fields.flatMap((field) =>
			recognised[field].map((heading) => [heading, field] as const),
		),
	);
}

/** The columns of the file that `open-invoices` writes, in which payments are filled in. */
export const openInvoicesHeadings = [
	...["Vendor", "Invoice number", "Invoice id", "Invoice date", "Due date"],
	...["Due", "Currency", "Amount", "UTR", "Payment date", "Narration"],
] as const;

/** The columns that a file of results has behind those of the paid file. */
export const resultHeadings = [
	...["Payment status", "Payment reason", "Payment message", "Payment id"],
] as const;

/** Makes headings comparable: the result is the same however a heading is spaced, composed or capitalised. */
export const toHeading = (text: string): string =>
	text
		.normalize("NFKC")
		.replace(/\p{Cf}/gu, "")
		.replace(/\s+/gu, " ")
		.trim()
		.toLowerCase();

export const findField = (heading: string): Field | undefined =>
	fieldOfHeading.get(toHeading(heading));

/** The headings are among the first rows: above them are at most a few with titles, dates and the company's name. */
export const headingRowsMax = 30;

/** Whether the row names an invoice and an amount. */
export function isHeadingRow(cells: readonly Cell[]): boolean {
	const found = new Set(cells.map(({ text }) => findField(text)));
	return (
		found.has("amount") &&
		(found.has("invoiceNumber") || found.has("invoiceId"))
	);
}

/**
 * Finds the first row that names an invoice and an amount.
 *
 * @param named Headings that the caller has named; then the first row that has them all is found.
 * @returns The index among the rows; undefined when no row has such headings.
 */
export function findHeadingRow(
	rows: readonly Row[],
	named: readonly string[] = [],
): number | undefined {
	const wanted = named.map(toHeading);
	const index = rows.slice(0, headingRowsMax).findIndex(({ cells }) => {
		if (wanted.length === 0) return isHeadingRow(cells);
		const headings = new Set(cells.map(({ text }) => toHeading(text)));
		return wanted.every((heading) => headings.has(heading));
	});
	return index < 0 ? undefined : index;
}
