/** Changes that a person makes to the rows. They take effect with the next check. */
import type { RowTexts } from "../reader/messages.ts";
import { askReader } from "../reader/reader.ts";
import { dateOrder, rows } from "./flow.ts";
import { type PayRow, problemsOf } from "./rows.ts";

const replaceRow = (number: number, change: (row: PayRow) => PayRow) => {
	rows.value = rows.value.map((row) =>
		row.number === number ? change(row) : row,
	);
};

/** @returns What is wrong with what was typed; empty when the row was changed. */
export async function correctRow(number: number, texts: RowTexts) {
	const { payment, problems } = await askReader("correct", {
		texts,
		dateOrder: dateOrder.value,
	});
	if (!payment) return problems;
	replaceRow(number, ({ nameProblem: _, ...row }) => ({
		...row,
		payment,
		problems: [],
		isTotal: false,
		isLeftOut: false,
		correction: texts,
		isChanged: true,
	}));
	return [];
}

export const leaveRowOut = (number: number, isLeftOut: boolean) =>
	replaceRow(number, (row) => ({ ...row, isLeftOut, isChanged: true }));

/** Leaves out every row that has a problem. */
export function leaveProblemsOut() {
	rows.value = rows.value.map((row) =>
		problemsOf(row).length > 0
			? { ...row, isLeftOut: true, isChanged: true }
			: row,
	);
}
