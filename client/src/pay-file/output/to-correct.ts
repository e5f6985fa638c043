import { existsSync, readFileSync } from "node:fs";
import type { FileRow } from "../input/file-row.ts";
import { toCsv, writeWhole } from "./result-csv.ts";
import { fromSafeCell } from "./safe-cell.ts";

/**
 * Writes the rows to correct as a file that can be paid. A file of this name that says something else may have been corrected
 * already, and stays.
 *
 * @returns Its path.
 */
export function writeToCorrect(
	stem: string,
	headers: readonly string[],
	rows: readonly FileRow[],
): string {
	const lines = rows.map(({ texts, problems }) => [
		...headers.map((_, position) => fromSafeCell(texts[position] ?? "")),
		problems.map(({ message }) => message).join("; "),
	]);
	const text = toCsv([[...headers, "What to correct"], ...lines]);
	for (let number = 1; ; number++) {
		const path = `${stem}.to-correct${number === 1 ? "" : `-${number}`}.csv`;
		if (!existsSync(path)) writeWhole(path, text);
		else if (readFileSync(path, "utf8") !== text) continue;
		return path;
	}
}
