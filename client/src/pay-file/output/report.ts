import { Big } from "big.js";
import type { FileRow } from "../input/file-row.ts";
import type { PaymentsFile } from "../input/read-payments.ts";
import { shown } from "../input/shown.ts";
import type { RowResult } from "./result-csv.ts";

/** More is in the result file. */
const rowsShownMax = 20;

/** How the file was read, for the user to check. */
export function describeFile({
	rows,
	columns,
	ignoredColumns,
}: PaymentsFile): string {
	const read = Object.entries(columns).map(
		([field, header]) => `${field} = ${shown(header)}`,
	);
	const ignored = ignoredColumns.slice(0, rowsShownMax).map(shown);
	return `${count(rows.length, "row")}, columns ${read.join(", ")}${ignored.length > 0 ? `; ignored: ${ignored.join(", ")}` : ""}`;
}

export function describeProblems(rows: readonly FileRow[]): string {
	const bad = rows.filter(({ problems }) => problems.length > 0);
	return [
		`${count(bad.length, "bad row")}:`,
		...bad
			.slice(0, rowsShownMax)
			.map(
				({ line, problems }) =>
					`  line ${line}: ${problems.map(({ message }) => message).join("; ")}`,
			),
		...more(bad.length),
	].join("\n");
}

export function describeResults(
	rows: readonly FileRow[],
	results: readonly RowResult[],
): string {
	const counts = new Map<string, number>();
	for (const { status } of results)
		counts.set(status, (counts.get(status) ?? 0) + 1);
	const sum = rows.reduce(
		(total, { payment }, index) =>
			results[index]?.status === "DONE"
				? total.plus(payment?.amount ?? 0)
				: total,
		new Big(0),
	);
	const listed = [...counts].map(([status, number]) => `${number} ${status}`);
	return `${listed.join(", ")}; paid ${sum.toFixed()} in all`;
}

/** The rows that the user must look at, and how. */
export function describeUnknown(
	rows: readonly FileRow[],
	results: readonly RowResult[],
): string {
	const unknown = rows.flatMap(({ line, payment }, index) => {
		const result = results[index];
		return result?.status === "UNKNOWN" && payment
			? [
					`  line ${line}: ${shown(payment.slug)}, ${payment.amount}, key ${result.key}`,
				]
			: [];
	});
	return [
		`It cannot be found out whether ${count(unknown.length, "row")} were paid, and this program will not pay them again:`,
		...unknown.slice(0, rowsShownMax),
		...more(unknown.length),
		"Look for them in GET /v1.0/invoice/{slug}/payments, by idempotencyKey, amount and UTR. Pay what is missing with a new file.",
	].join("\n");
}

const more = (total: number) =>
	total > rowsShownMax
		? [`  and ${total - rowsShownMax} more, in the result file`]
		: [];

const count = (number: number, noun: string) =>
	`${number} ${noun}${number === 1 ? "" : "s"}`;
