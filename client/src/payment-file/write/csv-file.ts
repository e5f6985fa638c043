import { toSafeText } from "../sheets/safe-text.ts";

/**
 * Makes a CSV file that spreadsheets can open and save without changing it. It begins with the mark of UTF-8, without
 * which Excel damages characters such as ₹.
 */
export function toCsvFile(rows: readonly (readonly string[])[]): string {
	const lines = rows.map((cells) => cells.map(toCsvCell).join(","));
	return `\uFEFF${lines.map((line) => `${line}\r\n`).join("")}`;
}

/** All cells are quoted, so that no text ends at a separator. */
const toCsvCell = (text: string) =>
	`"${toSafeText(text).replaceAll('"', '""')}"`;
