import { fromSafeText } from "../sheets/safe-text.ts";
import type { Cell } from "../sheets/sheet.ts";

/** The cell that a spreadsheet shows for a value of a CSV file. */
export function toTextCell(value: string): Cell {
	if (!value.startsWith("=")) return { text: fromSafeText(value) };
	const [, text] = /^="([^"]*)"$/.exec(value) ?? [];
	return text === undefined
		? {
				text: value,
				problem:
					"is a formula, and a CSV file does not have its result; save the file as .xlsx, or with values in place of formulas",
			}
		: { text };
}
