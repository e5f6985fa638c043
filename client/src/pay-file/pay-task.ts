import { lateCopyMs } from "../attempts/search-records.ts";
import { checkRows } from "./check/check-rows.ts";
import { InputError } from "./errors.ts";
import { type FileRow, listed, shown, toVendor } from "./input/file-row.ts";
import { readPayments } from "./input/read-payments.ts";
import type { Journal } from "./journal/journal.ts";
import { type LoadedFile, loadFile } from "./load-file.ts";
import type { PayOptions } from "./options/read-options.ts";
import { count, localTime } from "./output/figures.ts";
import { describeFile } from "./output/report.ts";
import { writeToCorrect } from "./output/result-csv.ts";
import {
	resultHeader,
	toResultCells,
	toRowResult,
	vendorHeader,
} from "./output/results.ts";
import { findPaymentIds, payRows } from "./run/pay-rows.ts";
import type { RunContext } from "./run/run-context.ts";
import { settleRows } from "./run/settle-rows.ts";
import type { OpenedOrganization, Task } from "./task.ts";

/** `pay`: each row is a payment to record. */
export const payTask = (options: PayOptions): Task => ({
	options,
	words: {
		...{ verb: "pay", done: "paid", doing: "Paying" },
		leftOut: "the file whose name ends in .to-correct.csv",
	},
	mustBeConfirmed: false,
	load: () =>
		loadFile(options, suffixes, async (bytes) => {
			const file = await readPayments(bytes, options.reading);
			return { ...file, description: describeFile(file) };
		}),
	refuseOldRun,
	check: (rows, { client, file, state, organization, progress }) =>
		checkRows(client, rows, {
			allowRepeats: options.reading.allowRepeats ?? false,
			ownKeys: state.requests,
			allRows: file.rows,
			baseCurrency: organization.baseCurrency,
			progress,
		}),
	describeUnusual: describeUnusualPayments,
	settle: (context, request) => settleRows(context, request, { isNew: false }),
	carryOut,
	conclude: findPaymentIds,
	toRowResult,
	resultHeader: [vendorHeader, ...resultHeader],
	toResultCells: (row, result) => [
		toVendor(row.record),
		...toResultCells(row, result),
	],
	reportLeftOut,
});

const suffixes = { result: ".results", dryRun: ".dry-run" };

/** Then others may have paid the rest by other means, and the user must say that it is still to be paid. */
const resumeWithoutAskingMs = 24 * 60 * 60_000;
/** `Date` has no fractions of a second. */
const dateResolutionMs = 2_000;

function refuseOldRun(journal: Journal, file: LoadedFile, now: number) {
	const { lastSentAt, state } = journal;
	if (lastSentAt === undefined || state.rows.size === 0) return;
	const age = now - lastSentAt;
	if (age > -dateResolutionMs && age < resumeWithoutAskingMs) return;
	throw new InputError(
		`A payment of this file was last sent on ${localTime(lastSentAt)}. Others may have paid the rows that are left by other means since: see ${file.resultPath}. If they are still to be paid, use --resume`,
	);
}

async function carryOut(context: RunContext, indexes: readonly number[]) {
	const { journal, say, client } = context;
	if (indexes.some((index) => journal.state.rows.get(index)?.mustWait)) {
		say("Waiting: a request of an earlier version could still be carried out");
		await client.timing.sleep(lateCopyMs);
	}
	await payRows(context, indexes);
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
