import { checkRows } from "./check/check-rows.ts";
import type { OpenedOrganization } from "./connection.ts";
import { InputError } from "./errors.ts";
import { type LoadedFile, loadFile, writeToCorrect } from "./files.ts";
import { type FileRow, listed, shown, toVendor } from "./input/file-row.ts";
import { readPayments } from "./input/read-payments.ts";
import type { Journal } from "./journal/journal.ts";
import { help, type PayOptions, readOptions } from "./options.ts";
import { count, localTime } from "./output/report.ts";
import {
	type Messages,
	type RowResult,
	resultHeader,
} from "./output/results.ts";
import { findPaymentIds, payRows, refuseStopped } from "./run/pay-rows.ts";
import { type RowsOfRequest, settleRows } from "./run/settle-rows.ts";
import { runTask } from "./run-file.ts";
import { type RunContext, type Task, toCommand } from "./task.ts";

/** `procurement-payments-client pay`. */
export const payCommand = toCommand(readOptions, help, (options, process) =>
	runTask(payTask(options), process),
);

/** `pay`: each row is a payment to record. */
const payTask = (options: PayOptions): Task => ({
	options,
	words: {
		verb: "pay",
		done: "paid",
		doing: "Paying",
		leftOut: "the file whose name ends in .to-correct.csv",
	},
	mustBeConfirmed: false,
	load: () =>
		loadFile(options, suffixes, (bytes) =>
			readPayments(bytes, options.reading),
		),
	refuseOldRun,
	check: (rows, { client, file, state, organization, process }) =>
		checkRows(client, rows, {
			allowRepeats: options.reading.allowRepeats ?? false,
			ownKeys: state.requests,
			allRows: file.rows,
			baseCurrency: organization.baseCurrency,
			progress: process.progress,
		}),
	describeUnusual: describeUnusualPayments,
	settle: (context, request) => settle(context, request, options),
	carryOut: payRows,
	conclude: findPaymentIds,
	messages,
	// The vendor is before the other columns, by which later commands know a result file.
	resultHeader: ["vendorFound", ...resultHeader],
	toResultCells,
	reportLeftOut,
});

const suffixes = { result: ".results", dryRun: ".dry-run" };

const toResultCells = (
	{ line, cells, payment, record }: FileRow,
	{ status, reason, message, key, bulkActionSlug, paymentId }: RowResult,
): string[] => [
	toVendor(record),
	String(line),
	payment?.slug ?? cells.invoiceId,
	payment?.amount ?? cells.amount,
	payment?.utr ?? cells.utr,
	payment?.paymentDate ?? cells.paymentDate,
	...[status, reason, message, key, bulkActionSlug, paymentId],
];

const messages: Messages = {
	OPEN: "The outcome is not known yet: run the same command again, after a day with --resume",
	UNKNOWN:
		"It cannot be found out whether this row was paid: look for its amount and UTR among the payments of the invoice",
	NOT_FOUND: "No invoice has this id",
	INVALID_STATE: "The invoice is not APPROVED",
	PLATFORM_PAYMENT_IN_FLIGHT:
		"A payment of the invoice on the platform has not settled yet",
	AMOUNT_EXCEEDS: "The amount is more than is due",
	LOCK_HELD: "Another action on the invoice was in progress; run again",
	BATCH_STOPPED:
		"The batch was stopped before this row was paid; run again only if it is to be paid",
	PROCESSING_FAILED: "The service gave the row up; nothing was paid; run again",
	NOT_RECORDED: "The request was sent, and this row was not paid; run again",
	MAP_BATCH_IN_PROGRESS: "Another batch was running; run again",
};

/** Then others may have paid the rest by other means, and the user must say that it is still to be paid. */
const resumeWithoutAskingMs = 24 * 60 * 60_000;
/** `Date` has no fractions of a second. */
const dateResolutionMs = 2_000;

function refuseOldRun(journal: Journal, file: LoadedFile, now: number) {
	const { lastSentAt, state } = journal;
	if (lastSentAt === undefined || state.rows.size === 0) return;
	if (isRecent(lastSentAt, now)) return;
	throw new InputError(
		`A payment of this file was last sent on ${localTime(lastSentAt)}. Others may have paid the rows that are left by other means since: see ${file.resultPath}. If they are still to be paid, use --resume`,
	);
}

function isRecent(lastSentAt: number, now: number): boolean {
	const age = now - lastSentAt;
	return age > -dateResolutionMs && age < resumeWithoutAskingMs;
}

async function settle(
	context: RunContext,
	request: RowsOfRequest,
	{ resumes }: PayOptions,
) {
	const { lastSentAt = 0 } = context.journal;
	const maySend = resumes || isRecent(lastSentAt, context.now());
	const outcome = await settleRows(context, request, { isNew: false, maySend });
	if (outcome === "NOT_ARRIVED")
		throw new InputError(
			`A payment of this file that was sent on ${localTime(lastSentAt)} has not arrived. Others may have paid its rows by other means since. If they are still to be paid, use --resume`,
		);
	// Otherwise this run would pay its rows that were stopped, and those that were never sent.
	await refuseStopped(context, request.rows);
}

function reportLeftOut(
	{ stem, headers }: LoadedFile,
	bad: readonly FileRow[],
): string | undefined {
	const toCorrect = bad.filter(({ problems }) =>
		problems.some(({ isToLeaveOut }) => !isToLeaveOut),
	);
	if (toCorrect.length === 0) return undefined;
	const path = writeToCorrect(stem, headers, toCorrect);
	return `${count(toCorrect.length, "row")} to correct: in ${path}. Correct and pay that file, or correct the rows in this file and run it again`;
}

/** Rows that can be paid, though they are unusual. */
function describeUnusualPayments(
	rows: readonly FileRow[],
	{ baseCurrency, timezone, now }: OpenedOrganization,
): string[] {
	const today = toDay(now(), timezone);
	const aYearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
	const dated = (isUnusual: (date: string) => boolean) =>
		rows.filter(({ payment }) => isUnusual(payment?.paymentDate ?? today));
	const nameless = rows.filter(
		({ payment }) =>
			payment?.invoice &&
			payment.invoice.vendorId === undefined &&
			payment.invoice.vendor === undefined,
	);
	const others = rows.filter(
		({ record }) => record && record.currency !== baseCurrency,
	);
	return [
		...warn(
			dated((date) => date > today),
			"a date in the future",
		),
		...warn(
			dated((date) => date < aYearAgo),
			"a date more than a year ago",
		),
		...warn(others, `another currency than ${baseCurrency}`),
		...warn(
			nameless,
			"an invoice number and no vendor, which was looked up among the open invoices of all vendors",
			({ record }) =>
				` (of the vendor ${shown(toVendor(record) || "unknown")})`,
		),
	];
}

const toDay = (milliseconds: number, timeZone: string): string =>
	// Sweden writes 2026-11-21.
	new Intl.DateTimeFormat("sv-SE", { timeZone }).format(milliseconds);

const shownMax = 5;

function warn(
	rows: readonly FileRow[],
	what: string,
	describe: (row: FileRow) => string = () => "",
): string[] {
	if (rows.length === 0) return [];
	const lines = rows.map((row) => `${row.line}${describe(row)}`);
	return [
		`Warning: ${count(rows.length, "row")} with ${what}: line ${listed(lines, shownMax)}`,
	];
}
