import { Big } from "big.js";
import { findCurrencyInHeading } from "../cells/currency.ts";
import type { DateOrder } from "../cells/read-date.ts";
import type { Row } from "../sheets/sheet.ts";
import type { FieldPositions } from "../table/suggest-fields.ts";
import type { Table } from "../table/table.ts";
import { findTotals } from "./find-totals.ts";
import type { PaymentRow } from "./payment.ts";
import { type ColumnFacts, readRow } from "./read-row.ts";

export interface ReadingOptions {
	fields: FieldPositions;
	/** How to read dates that are written with numbers alone. */
	dateOrder?: DateOrder | undefined;
	/** Without it, each hidden row is a problem. */
	hiddenRows?: "PAY" | "LEAVE_OUT" | undefined;
}

export interface PaymentsRead {
	/** All rows of the table, in their order. */
	rows: readonly PaymentRow[];
	/** What else a person should know, in sentences. */
	notes: readonly string[];
}

/** Reads the payments of a table. No row is left out; one that cannot be read with certainty has problems. */
export function readPayments(
	table: Table,
	options: ReadingOptions,
): PaymentsRead {
	const facts = toFacts(table, options);
	const totals = findTotals(table.rows, facts);
	const rows = table.rows.map((row): PaymentRow => {
		const { number, isHidden = false } = row;
		const total = totals.get(row);
		if (total)
			return { number, isHidden, isTotal: true, problems: total.problems };
		const read = readRow(row, facts);
		return { number, isHidden, ...checkHidden(row, read, options) };
	});
	return { rows, notes: describe(table, rows, options) };
}

type ReadRow = Pick<PaymentRow, "payment" | "problems">;

function checkHidden(
	{ isHidden }: Row,
	read: ReadRow,
	{ hiddenRows }: ReadingOptions,
): ReadRow {
	if (!isHidden || hiddenRows === "PAY") return read;
	const message =
		hiddenRows === "LEAVE_OUT"
			? "the row is hidden or filtered out, and is left out"
			: "the row is hidden or filtered out; say whether such rows are to be paid";
	return { problems: [{ code: "HIDDEN", message }] };
}

function toFacts(
	{ columns, isSplitText }: Table,
	{ fields: positions, dateOrder }: ReadingOptions,
): ColumnFacts {
	const heading =
		columns.find(({ position }) => position === positions.amount)?.heading ??
		"";
	return {
		positions,
		isSplitText,
		dateOrder,
		currency: findCurrencyInHeading(heading),
		isScaled: scale.test(heading),
	};
}

/** Words in a heading that say that its amounts are in larger units. */
const scale =
	/\b(?:lakhs?|lacs?|crores?|cr|thousands?|mn|millions?)\b|['’]000/i;

function describe(
	{ notes }: Table,
	rows: readonly PaymentRow[],
	{ fields: positions, hiddenRows }: ReadingOptions,
): string[] {
	const payments = rows.flatMap(({ payment }) => payment ?? []);
	const hidden = rows.filter(({ isHidden }) => isHidden);
	const described = [...notes];
	if (hidden.length > 0)
		described.push(
			`${count(hidden.length, "row")} hidden or filtered out: ${toNumbers(hidden)}${hiddenRows === "PAY" ? ", paid like the others" : ""}.`,
		);
	const totals = rows.filter(
		({ isTotal, problems }) => isTotal && problems.length === 0,
	);
	if (totals.length > 0)
		described.push(
			`${count(totals.length, "row")} not paid, because ${totals.length === 1 ? "it is a total" : "they are totals"}: ${toNumbers(totals)}.`,
		);
	const without = (field: "utr" | "paymentDate") =>
		payments.filter((payment) => !payment[field]).length;
	if (positions.utr === undefined)
		described.push("No column is read as the UTR: the payments have none.");
	else if (without("utr") > 0)
		described.push(`${count(without("utr"), "payment")} without a UTR.`);
	if (positions.paymentDate === undefined)
		described.push(`No column is read as the payment date. ${dayOfRecording}`);
	else if (without("paymentDate") > 0)
		described.push(
			`${count(without("paymentDate"), "payment")} without a payment date. ${dayOfRecording}`,
		);
	return described;
}

const dayOfRecording =
	"The day on which a payment is recorded counts as its date.";

const count = (number: number, what: string) =>
	`${number} ${what}${number === 1 ? " is" : "s are"}`;

const shownMax = 10;

/** The numbers of rows as messages list them. */
export function toNumbers(rows: readonly { number: number }[]): string {
	const shown = rows.slice(0, shownMax).map(({ number }) => number);
	const more =
		rows.length > shownMax ? `, and ${rows.length - shownMax} more` : "";
	return `row${rows.length === 1 ? "" : "s"} ${shown.join(", ")}${more}`;
}

/** The exact sum of amounts. */
export const sumOf = (amounts: Iterable<string>): string => {
	let sum = new Big(0);
	for (const amount of amounts) sum = sum.plus(amount);
	return sum.toFixed();
};

/** Whether the file has the columns that it must have: the amount, and what names the invoice. */
export const isComplete = (positions: FieldPositions): boolean =>
	positions.amount !== undefined &&
	(positions.invoiceId !== undefined || positions.invoiceNumber !== undefined);
