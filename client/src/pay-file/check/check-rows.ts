import { Big } from "big.js";
import type { ClientContext } from "../../client-context.ts";
import type { Invoice, Payment } from "../../generated/openapi.ts";
import { pacingReads, readPayments } from "../../payments/find-recorded.ts";
import { isSameAmount } from "../../payments/to-results.ts";
import {
	type FileRow,
	groupByInvoice,
	listed,
	noteRepeats,
	type Problem,
} from "../input/file-row.ts";
import type { Progress } from "../output/progress.ts";
import { formatMoney } from "../output/report.ts";
import { findInvoices } from "./find-invoices.ts";

export interface CheckOptions extends RepeatOptions {
	/** All rows of the file. */
	allRows: readonly FileRow[];
	/** The currency of invoices that name none. */
	baseCurrency: string;
	progress: Progress;
}

/**
 * Checks rows against the records and adds to each what is wrong with it.
 *
 * @param rows All rows that are to be paid.
 */
export async function checkRows(
	client: ClientContext,
	rows: readonly FileRow[],
	{ allRows, baseCurrency, progress, ...options }: CheckOptions,
) {
	progress.start("Checking", rows.length);
	const { invoices, vendorNames } = await findInvoices(client, rows, (count) =>
		progress.update(count),
	);
	// Rows of one invoice may have named it in different ways.
	if (!options.allowRepeats)
		noteRepeats(allRows, ({ slug, invoice }) => slug ?? invoice);
	const byInvoice = groupByInvoice(rows);
	const toCompare = [...byInvoice].flatMap(([slug, group]) => {
		const invoice = invoices.get(slug);
		return invoice && mayHavePayments(invoice) ? [{ invoice, group }] : [];
	});
	if (toCompare.length > 0) {
		progress.start("Comparing with recorded payments", toCompare.length);
		const paced = pacingReads(client);
		for (const [index, { invoice, group }] of toCompare.entries()) {
			await notePaidBefore(paced, invoice, group, options);
			progress.update(index + 1);
		}
	}
	progress.stop();
	for (const [slug, group] of byInvoice) {
		const invoice = invoices.get(slug);
		if (invoice) {
			const { vendorId, currency } = invoice;
			const vendorName = vendorNames.get(vendorId ?? "");
			const record = {
				vendorId,
				currency: currency ?? baseCurrency,
				...(vendorName !== undefined && { vendorName }),
			};
			for (const row of group) row.record = record;
		}
		const open = group.filter((row) => !isPaidBefore(row));
		const problem = refusePayments(open, invoice, baseCurrency);
		if (problem) for (const row of open) row.problems.push(problem);
	}
}

/**
 * `paid` may be 0 although payments are recorded: an organization file can set `due` above `amount`. An invoice that
 * was created over the API then has had two changes, that file and the payment; one that the file created, the payment.
 */
const mayHavePayments = ({ paid, version, createdBy }: Invoice) =>
	paid > 0 || version > (createdBy ? 2 : 1);

const isPaidBefore = ({ problems }: FileRow) =>
	problems.some(({ reason }) => reason === "PAID_BEFORE");

export interface RepeatOptions {
	/** Payments that are recorded already may be made once more. */
	allowRepeats: boolean;
	/** Payments under these keys are those of this file itself. */
	ownKeys: { has(key: string): boolean };
}

/**
 * Notes on each row that the records have its payment already: the file is a copy of one that was paid, or others have
 * paid the invoice. A file that is paid at the same moment as its copy is not noticed.
 */
async function notePaidBefore(
	client: ClientContext,
	{ id, due }: Invoice,
	rows: readonly FileRow[],
	{ allowRepeats, ownKeys }: RepeatOptions,
) {
	if (allowRepeats && due > 0) return;
	const payments: Payment[] = [];
	for await (const payment of readPayments(client, id))
		if (
			payment.reversedAt === null &&
			!ownKeys.has(payment.idempotencyKey ?? "")
		)
			payments.push(payment);
	for (const row of rows) {
		const alike = payments.find((payment) => isAlike(row, payment));
		const message = alike
			? `this payment is recorded already: ${describe(alike)}. ${due > 0 ? "If it is to be paid once more, use --allow-repeats" : "Nothing is due any more"}`
			: due === 0 && payments[0]
				? `the invoice is paid in full, last by ${describe(payments[0])}`
				: undefined;
		if (message)
			row.problems.push({
				reason: "PAID_BEFORE",
				message,
				...(alike && { isToLeaveOut: true }),
			});
	}
}

/**
 * A row without UTR is compared by its date. Without a date as well it would be paid with the date of the day: when its
 * copy was paid cannot be known, so the amount decides.
 */
function isAlike({ payment: row }: FileRow, recorded: Payment): boolean {
	if (!row || !isSameAmount(Number(row.amount), recorded.amount)) return false;
	if (row.utr !== undefined || recorded.utr !== null)
		return toComparable(row.utr) === toComparable(recorded.utr);
	return (
		row.paymentDate === undefined || row.paymentDate === recorded.paymentDate
	);
}

/** Banks do not tell capitals from small letters. */
const toComparable = (utr: string | null | undefined) => utr?.toUpperCase();

const describe = ({ amount, utr, paymentDate }: Payment) =>
	`${amount} on ${paymentDate}, ${utr === null ? "without a UTR" : `UTR ${utr.slice(0, 64)}`}`;

/**
 * Why the payments of one invoice cannot be made, in the order of the service's own checks. A lock is no reason: it is
 * held for moments.
 *
 * @param rows All rows of the invoice that are to be paid.
 * @param invoice Null: there is none. Undefined: it is not open.
 * @param baseCurrency The currency of invoices that name none.
 */
export function refusePayments(
	rows: readonly FileRow[],
	invoice: Invoice | null | undefined,
	baseCurrency: string,
): Problem | undefined {
	if (invoice === null)
		return { reason: "NOT_FOUND", message: "no invoice has this id" };
	if (invoice === undefined)
		return {
			reason: "NOT_OPEN",
			message:
				"no open invoice has this id: it is unknown, void, or has nothing due",
		};
	const { state, platformPaymentInFlight, due } = invoice;
	if (state !== "APPROVED")
		return {
			reason: "INVALID_STATE",
			message: `the invoice is ${state}, not APPROVED`,
		};
	if (platformPaymentInFlight)
		return {
			reason: "PLATFORM_PAYMENT_IN_FLIGHT",
			message: "a payment of the invoice on the platform has not settled yet",
		};
	const currency = invoice.currency ?? baseCurrency;
	if (currency !== "INR" && rows.some((row) => row.payment?.inRupees))
		return {
			reason: "CURRENCY",
			message: `the amount is in rupees, the invoice in ${currency}`,
		};
	return refuseSum(rows, due, currency);
}

function refuseSum(
	rows: readonly FileRow[],
	due: number,
	currency: string,
): Problem | undefined {
	const sum = rows.reduce(
		(total, { payment }) => total.plus(payment?.amount ?? 0),
		new Big(0),
	);
	if (sum.lte(due)) return undefined;
	const paid =
		rows.length === 1
			? `${formatMoney(sum, currency)} is`
			: `the ${rows.length} rows of this invoice (lines ${listed(
					rows.map(({ line }) => String(line)),
					shownMax,
				)}) add up to ${formatMoney(sum, currency)}, which is`;
	return {
		reason: "AMOUNT_EXCEEDS",
		message: `${paid} more than the ${formatMoney(new Big(due), currency)} that are due`,
	};
}

const shownMax = 5;
