import { Big } from "big.js";
import type { FileRow } from "../input/file-row.ts";

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
