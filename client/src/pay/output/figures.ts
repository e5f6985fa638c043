import { Big } from "big.js";

/** What the sums need to know of a payment. */
export interface Figure {
	amount: string;
	/** Null when it is not known. */
	currency: string | null;
	vendor: string | null;
}

export const count = (number: number, noun: string) =>
	`${number} ${noun}${number === 1 ? "" : "s"}`;

/** An amount in the currency's customary groups, such as `₹ 7,02,205.00`. */
export function formatMoney(amount: Big, currency: string | null): string {
	const [whole = "", decimals = ""] = amount.toFixed().split(".");
	// India groups by two digits above the thousands.
	const groups =
		currency === "INR" || currency === null
			? /\B(?=(?:\d{2})*\d{3}$)/g
			: /\B(?=(?:\d{3})+$)/g;
	const number = `${whole.replace(groups, ",")}.${decimals.padEnd(2, "0")}`;
	if (currency === null) return `${number} (currency not known)`;
	return `${currency === "INR" ? "₹" : currency} ${number}`;
}

/** The sum of each currency, such as `₹ 7,02,205.00 and USD 50.00`. */
export function describeSum(figures: readonly Figure[]): string {
	const sums = new Map<string | null, Big>();
	for (const { amount, currency } of figures)
		sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
	return [...sums]
		.map(([currency, sum]) => formatMoney(sum, currency))
		.join(" and ");
}

/** Describes payments as in `29 payments to 6 vendors, ₹ 7,02,205.00`. */
export function describeTotal(figures: readonly Figure[]): string {
	const vendors = new Set(figures.map(({ vendor }) => vendor));
	return `${count(figures.length, "payment")} to ${count(vendors.size, "vendor")}, ${describeSum(figures)}`;
}

const vendorsMax = 30;

/** A line for each vendor, the largest number of payments first. */
export function describeVendors(figures: readonly Figure[]): string[] {
	const vendors = new Map<string, Figure[]>();
	for (const figure of figures) {
		const name = figure.vendor ?? "Vendor not known";
		const own = vendors.get(name);
		if (own) own.push(figure);
		else vendors.set(name, [figure]);
	}
	const sorted = [...vendors].toSorted(
		([one, { length }], [other, { length: otherLength }]) =>
			otherLength - length || one.localeCompare(other),
	);
	const lines = sorted
		.slice(0, vendorsMax)
		.map(
			([name, own]) =>
				`  ${name}: ${count(own.length, "payment")}, ${describeSum(own)}`,
		);
	const more = sorted.length - vendorsMax;
	return more > 0 ? [...lines, `  and ${count(more, "other vendor")}`] : lines;
}

/** The time in this machine's time zone, such as `23 Nov 2026, 14:39`. */
export const localTime = (instant: string): string =>
	new Intl.DateTimeFormat("en-GB", {
		dateStyle: "medium",
		timeStyle: "short",
	}).format(Date.parse(instant));
