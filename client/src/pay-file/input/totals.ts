import { Big } from "big.js";
import { formatMoney } from "../output/figures.ts";
import type { FileRow } from "./file-row.ts";
import { readAmount } from "./read-amount.ts";

const label =
	/^(?:grand |sub[- ]?)?totals?(?: amount| paid)?(?: \([^)]*\))?\s*:?$/i;

/** Lines of a file that is sums only, such as a spreadsheet has at its end. */
export interface Total {
	line: number;
	amount: string;
}

/**
 * Takes the row of totals from the end of the rows: it names no invoice, and its amount is the sum of the others. A row that
 * is called a total but is not the sum stays, with that problem.
 */
export function takeTotal(rows: FileRow[]): Total | undefined {
	for (const row of rows.slice(0, -1)) if (isCalledTotal(row)) noteTotal(row);
	const last = rows.at(-1);
	if (!last || rows.length < 2 || !mayBeTotal(last)) return undefined;
	const amount = readAmount(last.cells.amount);
	const others = rows.slice(0, -1);
	const sum = others.reduce((total, { cells }) => {
		const one = readAmount(cells.amount);
		return total.plus("problem" in one ? 0 : one.amount);
	}, new Big(0));
	if (!("problem" in amount) && sum.eq(amount.amount)) {
		rows.pop();
		return { line: last.line, amount: amount.amount };
	}
	if (isCalledTotal(last)) noteTotal(last, sum);
	return undefined;
}

/** A total may be called so in the column of the invoices. */
const mayBeTotal = (row: FileRow) => isCalledTotal(row) || !namesInvoice(row);

const namesInvoice = ({ cells: { invoiceId, invoiceNumber, utr } }: FileRow) =>
	[invoiceId, invoiceNumber, utr].some((text) => text.trim() !== "");

const isCalledTotal = ({ cells, texts }: FileRow) => {
	const { invoiceId, invoiceNumber } = cells;
	const names = [invoiceId, invoiceNumber].filter((text) => text.trim() !== "");
	return names.length > 0
		? names.every((text) => label.test(text.trim()))
		: texts.some((text) => label.test(text.trim()));
};

function noteTotal(row: FileRow, sum?: Big) {
	const message = sum
		? `this looks like a total, but the rows above add up to ${formatMoney(sum, "")}; correct or delete it`
		: "this looks like a total; delete it";
	row.problems = [{ reason: "TOTAL", message }];
	delete row.payment;
}
