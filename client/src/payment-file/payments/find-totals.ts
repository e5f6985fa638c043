import { Big } from "big.js";
import { readAmount } from "../cells/read-amount.ts";
import { emptyCell, type Row } from "../sheets/sheet.ts";
import type { RowProblem } from "./payment.ts";
import type { ColumnFacts } from "./read-row.ts";

export interface Total {
	/** Says how the sum differs from that of the rows; empty when it does not, or when the row has no sum. */
	problems: readonly RowProblem[];
}

const word = /^(?:grand |sub[ -]?|net )?(?:total|sum)(?: amount)?:?$/i;

/**
 * Finds the rows that are totals: they name no invoice, and say "total" or have nothing but the sum of the rows above. A
 * total that is not the sum of the rows above is a problem, because a row may be missing or misread.
 */
export function findTotals(
	rows: readonly Row[],
	facts: ColumnFacts,
): ReadonlyMap<Row, Total> {
	const totals = new Map<Row, Total>();
	const sums = new Sums();
	for (const row of rows) {
		const amount = amountOf(row, facts);
		const isSum = amount !== undefined && sums.has(amount);
		const isTotal =
			!namesInvoice(row, facts) && (saysTotal(row) || (isSum && isAlone(row)));
		if (!isTotal) {
			sums.add(row, amount);
			continue;
		}
		const isWrong = amount !== undefined && !isSum;
		totals.set(row, { problems: isWrong ? [refuse(amount, sums)] : [] });
		sums.endPart();
	}
	return totals;
}

/**
 * The rows of which a total can be the sum: all rows above, or those since the last total, each with or without hidden
 * rows.
 */
class Sums {
	all = new Big(0);
	part = new Big(0);
	#shown = new Big(0);
	#shownPart = new Big(0);

	add({ isHidden }: Row, amount: Big | undefined) {
		if (amount === undefined) return;
		this.all = this.all.plus(amount);
		this.part = this.part.plus(amount);
		if (isHidden) return;
		this.#shown = this.#shown.plus(amount);
		this.#shownPart = this.#shownPart.plus(amount);
	}

	has = (amount: Big) =>
		[this.all, this.part, this.#shown, this.#shownPart].some((sum) =>
			sum.eq(amount),
		);

	endPart() {
		this.part = this.#shownPart = new Big(0);
	}
}

const textAt = (row: Row, position: number | undefined) =>
	(row.cells[position ?? -1] ?? emptyCell).text.trim();

function namesInvoice(
	row: Row,
	{ positions: { invoiceId, invoiceNumber } }: ColumnFacts,
): boolean {
	return [invoiceId, invoiceNumber].some((position) => {
		const text = textAt(row, position);
		return text !== "" && !word.test(text);
	});
}

const saysTotal = ({ cells }: Row) =>
	cells.some(({ text }) => word.test(text.trim()));

/** Whether only one cell of the row has something in it. */
const isAlone = ({ cells }: Row) =>
	cells.filter(({ text }) => text.trim() !== "").length === 1;

/** The amount of a row; undefined when the cell is empty, or it is not certain what it shows. */
function amountOf(row: Row, { positions }: ColumnFacts): Big | undefined {
	const cell = row.cells[positions.amount ?? -1] ?? emptyCell;
	const read = cell.problem === undefined ? readAmount(cell) : undefined;
	return read && "amount" in read ? new Big(read.amount) : undefined;
}

function refuse(amount: Big, { part, all }: Sums): RowProblem {
	const sums = part.eq(all)
		? part.toFixed()
		: `${part.toFixed()} since the last total and ${all.toFixed()} in all`;
	return {
		code: "TOTAL",
		message: `the total ${amount.toFixed()} is not the sum of the rows above, which is ${sums}; a row may be missing or wrong`,
	};
}
