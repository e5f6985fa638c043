import { Big } from "big.js";
import type { FileRow } from "../input/file-row.ts";
import type { PaymentsFile } from "../input/read-payments.ts";
import { shown } from "../input/shown.ts";
import type { Journal } from "../journal/journal.ts";
import { localTime } from "./local-time.ts";
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

/** How many rows have which result, and what is paid; no sum as long as it is not known. */
export function describeResults(
	rows: readonly FileRow[],
	results: readonly RowResult[],
	{ paidBefore, state: { paidAt } }: Pick<Journal, "paidBefore" | "state">,
): string {
	const counts = new Map<string, number>();
	for (const { status } of results)
		counts.set(status, (counts.get(status) ?? 0) + 1);
	const open = counts.get("OPEN") ?? 0;
	counts.delete("OPEN");
	const listed = [...counts]
		.map(([status, number]) => `${number} ${status}`)
		.join(", ");
	if (open > 0)
		return [
			`${count(open, "row")}: not known yet whether paid; run the same command again`,
			...(listed ? [listed] : []),
		].join("; ");
	const isDone = (index: number) => results[index]?.status === "DONE";
	const inAll = sumOf(rows, isDone);
	const before = sumOf(rows, (index) => isDone(index) && paidBefore.has(index));
	const paid = `${listed}; paid ${inAll.toFixed()} in all`;
	if (before.eq(0)) return paid;
	return before.eq(inAll)
		? `${paid}, last on ${localTime(paidAt ?? 0)}; nothing was paid now`
		: `${paid}, ${inAll.minus(before).toFixed()} of it now`;
}

const sumOf = (rows: readonly FileRow[], counts: (index: number) => boolean) =>
	rows.reduce(
		(sum, { payment }, index) =>
			counts(index) ? sum.plus(payment?.amount ?? 0) : sum,
		new Big(0),
	);

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
