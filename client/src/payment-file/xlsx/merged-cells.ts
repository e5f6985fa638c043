import { damaged } from "../archive/unzip.ts";
import { limits } from "../sheets/limits.ts";
import {
	type Cell,
	emptyCell,
	type Row,
	toColumnLetters,
} from "../sheets/sheet.ts";
import { toPosition } from "./sheet-cells.ts";

interface Range {
	top: number;
	bottom: number;
	left: number;
	right: number;
}

/**
 * Gives the value of merged cells to each row that they cover. If they cover several columns, it is not certain to which
 * one the value belongs, which is a problem of the cell.
 */
export function spreadMergedCells(
	rows: readonly Row[],
	references: readonly string[],
): Row[] {
	const cellsOfRows = rows.map(({ cells }) => [...cells]);
	const spread = new Set<number>();
	let width = 0;
	for (const { length } of cellsOfRows) width = Math.max(width, length);
	for (const reference of references) {
		const range = toRange(reference);
		let index = findFrom(rows, range.top);
		if (rows[index]?.number !== range.top) continue;
		const value = cellsOfRows[index]?.[range.left];
		if (!value || (value.text === "" && !value.problem)) continue;
		for (
			;
			(rows[index]?.number ?? Number.POSITIVE_INFINITY) <= range.bottom;
			index++
		) {
			const cells = cellsOfRows[index];
			if (!cells) break;
			// A cell belongs to one range only. Overlapping ranges in a hostile file would make this loop very long.
			const place = index * limits.cells + range.left;
			if (spread.has(place)) throw damaged();
			spread.add(place);
			putValue(cells, value, { ...range, width });
		}
	}
	return rows.map((row, index) => ({
		...row,
		cells: cellsOfRows[index] ?? [],
	}));
}

/** What these cells show depends on a condition, which this program does not compute. */
export function refuseReformattedCells(
	rows: readonly Row[],
	references: readonly string[],
): Row[] {
	const ranges = references.map(toRange);
	if (ranges.length === 0) return [...rows];
	return rows.map((row) => {
		const { number } = row;
		const here = ranges.filter(
			({ top, bottom }) => top <= number && number <= bottom,
		);
		const cells = row.cells.map((cell, column) =>
			cell.text !== "" &&
			here.some(({ left, right }) => left <= column && column <= right)
				? {
						...cell,
						problem:
							cell.problem ?? "has a number format that depends on a condition",
					}
				: cell,
		);
		return { ...row, cells };
	});
}

/** @param width The width of the sheet: nothing is read after its last column. */
function putValue(
	cells: Cell[],
	value: Cell,
	{ top, bottom, left, right, width }: Range & { width: number },
) {
	const isTall = bottom > top;
	const last = Math.min(right, width - 1, left + columnsMax);
	while (cells.length <= last) cells.push(emptyCell);
	cells[left] = isTall ? { ...value, isMerged: true } : value;
	for (let column = left + 1; column <= last; column++)
		cells[column] = {
			text: "",
			problem: `is merged with column ${toColumnLetters(left)}`,
		};
}

/** A range over more columns than these is a title or a line, not the value of a payment. */
const columnsMax = 64;

function findFrom(rows: readonly Row[], number: number): number {
	let [low, high] = [0, rows.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((rows[middle]?.number ?? 0) < number) low = middle + 1;
		else high = middle;
	}
	return low;
}

function toRange(reference: string): Range {
	const [, first = "", top, last = first, bottom = top] =
		/^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(
			reference,
		) ?? [];
	const range = {
		top: Number(top),
		bottom: Number(bottom),
		left: toPosition(first),
		right: toPosition(last),
	};
	if (!(range.top <= range.bottom && range.left <= range.right))
		throw damaged();
	return range;
}
