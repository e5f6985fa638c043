import { Big } from "big.js";
import { type Field, type FileRow, labels, shown } from "../input/file-row.ts";
import type { PaymentsFile } from "../input/read-payments.ts";
import type { Journal } from "../journal/journal.ts";
import type { TaskWords } from "../task.ts";
import {
	capitalized,
	count,
	describeFigures,
	formatMoney,
	localTime,
} from "./figures.ts";
import type { RowResult } from "./result-csv.ts";

/** More is in the result file. */
const rowsShownMax = 20;

/** How the file was read, for the user to check. */
export function describeFile({
	rows,
	sheet,
	headerLine,
	total,
	columns,
	ignoredColumns,
}: PaymentsFile): string {
	// `Object.entries` forgets the type of the keys.
	const read = Object.entries(columns).map(
		([field, header]) => `${labels[field as Field]} = ${shown(header)}`,
	);
	const ignored = ignoredColumns.slice(0, rowsShownMax).map(shown);
	return [
		`${count(rows.length, "row")}, columns ${read.join(", ")}${ignored.length > 0 ? `; ignored: ${ignored.join(", ")}` : ""}`,
		...(sheet
			? [
					`Sheet ${shown(sheet.name)}${sheet.ofSeveral ? "; the other sheets are not read" : ""}`,
				]
			: []),
		...(headerLine > 1
			? [`The header is line ${headerLine}; what is above it is not read`]
			: []),
		...(total
			? [
					`Line ${total.line} is the total of the rows, ${formatMoney(new Big(total.amount), "")}; it is not paid`,
				]
			: []),
	].join("\n");
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

/** What is done, what is not and what is not known. */
export function describeResults(
	{ done }: TaskWords,
	rows: readonly FileRow[],
	results: readonly RowResult[],
	{ paidBefore, state: { paidAt } }: Pick<Journal, "paidBefore" | "state">,
): string {
	const pick = (matches: (status: string, index: number) => boolean) =>
		rows.filter((_, index) => matches(results[index]?.status ?? "", index));
	const paid = pick((status) => status === "DONE");
	const now = pick(
		(status, index) =>
			status === "DONE" &&
			!paidBefore.has(index) &&
			rows[index]?.doneBefore === undefined,
	);
	const open = pick((status) => status === "OPEN");
	const unknown = pick((status) => status === "UNKNOWN");
	const others = pick(
		(status) => !["DONE", "OPEN", "UNKNOWN", "NOTHING_TO_DO"].includes(status),
	);
	const lastAt = paidAt === undefined ? "" : ` last on ${localTime(paidAt)},`;
	const when =
		now.length === paid.length
			? ""
			: now.length === 0
				? `;${lastAt} nothing was ${done} now`
				: `; of it now: ${describeFigures(now)}`;
	return [
		...(paid.length > 0
			? [`${capitalized(done)}: ${describeFigures(paid)}${when}`]
			: []),
		...(others.length > 0 ? [`Not ${done}: ${describeFigures(others)}`] : []),
		...(open.length > 0
			? [
					`Not known yet whether ${done}: ${describeFigures(open)}; run the same command again`,
				]
			: []),
		...(unknown.length > 0
			? [`Not known whether ${done}: ${describeFigures(unknown)}`]
			: []),
	].join("\n");
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
					`  line ${line}: ${shown(payment.slug ?? "")}, ${payment.amount}, key ${result.key}`,
				]
			: [];
	});
	return [
		`It cannot be found out whether ${count(unknown.length, "row")} ${unknown.length === 1 ? "was" : "were"} paid, and this program will not pay ${unknown.length === 1 ? "it" : "them"} again:`,
		...unknown.slice(0, rowsShownMax),
		...more(unknown.length),
		"Ask the operator of the service to look among the payments of these invoices, by key, amount and UTR. Pay what is missing with a new file.",
	].join("\n");
}

const more = (total: number) =>
	total > rowsShownMax
		? [`  and ${total - rowsShownMax} more, in the result file`]
		: [];
