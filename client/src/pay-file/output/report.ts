import { Big } from "big.js";
import { type FileRow, shown } from "../input/file-row.ts";

/** More is in the result file. */
const rowsShownMax = 20;

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

/** What is known of a row at the end. */
interface Result {
	status: string;
	key: string;
}

/** What is done, what is not and what is not known. */
export function describeResults(
	done: string,
	rows: readonly FileRow[],
	results: readonly Result[],
	{
		paidBefore,
		paidAt,
	}: { paidBefore: ReadonlySet<number>; paidAt: number | undefined },
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
	results: readonly Result[],
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

/** Describes rows, vendors and the total by currency, such as `2 rows, 1 vendor, ₹ 1,00,000.00`. */
export function describeFigures(rows: readonly FileRow[]): string {
	const vendors = new Set(rows.flatMap(({ record }) => record?.vendorId ?? []));
	const totals = new Map<string, Big>();
	for (const { payment, record } of rows) {
		if (!payment) continue;
		const currency = record?.currency ?? "";
		const total = totals.get(currency) ?? new Big(0);
		totals.set(currency, total.plus(payment.amount));
	}
	return [
		count(rows.length, "row"),
		...(vendors.size > 0 ? [count(vendors.size, "vendor")] : []),
		...[...totals].map(([currency, total]) => formatMoney(total, currency)),
	].join(", ");
}

/** @param currency Empty: it is not known. */
export function formatMoney(amount: Big, currency: string): string {
	const [whole = "", decimals = ""] = amount.toFixed().split(".");
	// India groups by two digits above the thousands.
	const groups =
		currency === "INR" || currency === ""
			? /\B(?=(?:\d{2})*\d{3}$)/g
			: /\B(?=(?:\d{3})+$)/g;
	const number = `${whole.replace(groups, ",")}.${decimals.padEnd(2, "0")}`;
	return `${currency === "INR" ? "₹" : currency} ${number}`.trim();
}

export const capitalized = (word: string) =>
	`${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

export const count = (number: number, noun: string) =>
	`${number} ${noun}${number === 1 ? "" : "s"}`;

/** A time as users of this machine read it, such as `23 Nov 2026, 14:39`. */
export const localTime = (milliseconds: number): string =>
	new Intl.DateTimeFormat("en-GB", {
		dateStyle: "medium",
		timeStyle: "short",
	}).format(milliseconds);
