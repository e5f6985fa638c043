import { lateCopyMs } from "../attempts/search-records.ts";
import { checkRows } from "./check/check-rows.ts";
import { describeUnusualPayments } from "./confirm.ts";
import type { FileRow } from "./input/file-row.ts";
import { readPayments } from "./input/read-payments.ts";
import { InputError } from "./input-error.ts";
import type { Journal } from "./journal/journal.ts";
import { type LoadedFile, loadFile } from "./load-file.ts";
import type { PayOptions } from "./options/read-options.ts";
import { count } from "./output/figures.ts";
import { localTime } from "./output/local-time.ts";
import { describeFile } from "./output/report.ts";
import { resultHeader, toResultCells, toRowResult } from "./output/results.ts";
import { writeToCorrect } from "./output/to-correct.ts";
import { toRepeats } from "./pending-rows.ts";
import { findPaymentIds } from "./run/find-payment-ids.ts";
import { payRows } from "./run/pay-rows.ts";
import type { RunContext } from "./run/run-context.ts";
import { settleRows } from "./run/settle-rows.ts";
import type { Task } from "./task.ts";

/** `pay`: each row is a payment to record. */
export const payTask = (options: PayOptions): Task => ({
	options,
	words: { verb: "pay", done: "paid", doing: "Paying" },
	mustBeConfirmed: false,
	load: () =>
		loadFile(options, "results", async (bytes) => {
			const file = await readPayments(bytes, options.reading);
			return { ...file, description: describeFile(file) };
		}),
	refuseOldRun,
	check: (rows, { client, file, state, organization, progress }) =>
		checkRows(client, rows, {
			...toRepeats(options, state),
			allRows: file.rows,
			baseCurrency: organization.baseCurrency,
			progress,
		}),
	describeUnusual: describeUnusualPayments,
	settle: (context, request) => settleRows(context, request, { isNew: false }),
	carryOut,
	conclude: findPaymentIds,
	toRowResult,
	resultHeader,
	toResultCells,
	reportLeftOut,
});

/** Then somebody may have paid the rest by other means, and the user must say that it is still to be paid. */
const resumeWithoutAskingMs = 24 * 60 * 60_000;
/** `Date` has no fractions of a second. */
const dateResolutionMs = 2_000;

function refuseOldRun(journal: Journal, file: LoadedFile, now: number) {
	const { lastSentAt, state } = journal;
	if (lastSentAt === undefined || state.rows.size === 0) return;
	const age = now - lastSentAt;
	if (age > -dateResolutionMs && age < resumeWithoutAskingMs) return;
	throw new InputError(
		`A payment of this file was last sent on ${localTime(lastSentAt)}. Somebody may have paid the rows that are left by other means since: see ${file.resultPath}. If they are still to be paid, use --resume`,
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
): string {
	const path = writeToCorrect(stem, headers, bad);
	return `${count(bad.length, "row")} to correct: in ${path}. Correct and pay that file, or correct the rows in this file and run it again`;
}
