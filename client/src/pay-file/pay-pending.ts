import { lateCopyMs } from "../attempts/search-records.ts";
import type { ClientContext } from "../client-context.ts";
import { checkRows } from "./check/check-rows.ts";
import { confirmPayments } from "./confirm.ts";
import type { FileRow } from "./input/file-row.ts";
import { InputError } from "./input-error.ts";
import type { Journal } from "./journal/journal.ts";
import type { JournalState } from "./journal/journal-state.ts";
import { toRanges } from "./journal/ranges.ts";
import { digestOthers, type LoadedFile } from "./load-file.ts";
import type { PayOptions } from "./options/read-options.ts";
import type { OpenedOrganization } from "./organization.ts";
import { localTime } from "./output/local-time.ts";
import { describeProblems } from "./output/report.ts";
import type { PayProcess } from "./pay-process.ts";
import {
	mayPay,
	toChecked,
	toPending,
	toRepeats,
	useSentInvoices,
} from "./pending-rows.ts";
import { payRows } from "./run/pay-rows.ts";
import { type RunContext, startPatience } from "./run/run-context.ts";
import { settleRows } from "./run/settle-rows.ts";

/** A run that has the file's lock and journal. */
export interface Run {
	options: PayOptions;
	process: PayProcess;
	file: LoadedFile;
	client: ClientContext;
	journal: Journal;
	organization: OpenedOrganization;
}

/** Then somebody may have paid the rest by other means, and the user must say that it is still to be paid. */
const resumeWithoutAskingMs = 24 * 60 * 60_000;
/** `Date` has no fractions of a second. */
const dateResolutionMs = 2_000;

/**
 * Learns the outcome of an interrupted run's requests, checks the rows that are left, and pays them.
 *
 * @throws InputError when a row is bad, and before the rest of an old run is paid.
 */
export async function payPending({
	options,
	process,
	file,
	client,
	journal,
	organization,
}: Run): Promise<void> {
	const { rows } = file;
	const { now } = organization;
	const { progress } = process;
	const context: RunContext = {
		client,
		url: options.url,
		journal,
		rows,
		now,
		newKey: process.newKey,
		patience: startPatience(client.timing),
		say: process.print,
		onProgress: () => {},
	};
	useSentInvoices(rows, journal.state);
	for (const request of [...journal.state.open.values()])
		await settleRows(context, request, { isNew: false });

	const unchecked = toChecked(rows, journal.state, options);
	if (unchecked.length > 0 && !options.resumes)
		refuseOldRun(journal, file, now());
	await checkRows(client, unchecked, {
		...toRepeats(options, journal.state),
		allRows: rows,
		baseCurrency: organization.baseCurrency,
		progress,
	});
	const bad = [...rows.keys()].filter(
		(index) => rows[index]?.problems.length && mayPay(journal.state, index),
	);
	if (!options.skipsBadRows && bad.length > 0)
		return refuseBadRows(
			bad.flatMap((index) => rows[index] ?? []),
			journal,
			process,
		);

	const pending = toPending(rows, journal.state);
	if (pending.length > 0) {
		const toPay = pending.flatMap((index) => rows[index] ?? []);
		try {
			await confirmPayments(toPay, organization, options, process);
		} catch (error) {
			if (!(error instanceof InputError) || !journal.hasSent()) throw error;
			return process.printError(
				`${error.message}\nIt has only sent the request of a former run again`,
			);
		}
		if (bad.length > 0 || journal.state.skipped)
			journal.append({
				type: "skipped",
				rows: toRanges(bad),
				others: digestOthers(file.readings, new Set(bad)),
			});
	}
	if (pending.some((index) => journal.state.rows.get(index)?.mustWait)) {
		process.print(
			"Waiting: a request of an earlier version could still be carried out",
		);
		await client.timing.sleep(lateCopyMs);
	}
	progress.start("Paying", pending.length);
	const countSettled = settledSince(journal.state, pending);
	const onProgress = (doneOfRequest: number) =>
		progress.update(countSettled() + doneOfRequest);
	context.patience.renew();
	await payRows({ ...context, onProgress }, pending);
}

/** Counts the rows whose outcome was noted from now on; those of the request under way are open. */
function settledSince({ rows }: JournalState, indexes: readonly number[]) {
	const before = new Map(indexes.map((index) => [index, rows.get(index)]));
	const isSettled = (index: number) => {
		const known = rows.get(index);
		return (
			known !== before.get(index) &&
			known?.status !== "OPEN" &&
			known?.status !== "NOT_TAKEN"
		);
	};
	return () => indexes.filter(isSettled).length;
}

function refuseOldRun(journal: Journal, file: LoadedFile, now: number) {
	const { lastSentAt, state } = journal;
	if (lastSentAt === undefined || state.rows.size === 0) return;
	const age = now - lastSentAt;
	if (age > -dateResolutionMs && age < resumeWithoutAskingMs) return;
	throw new InputError(
		`A payment of this file was last sent on ${localTime(lastSentAt)}. Somebody may have paid the rows that are left by other means since: see ${file.resultPath}. If they are still to be paid, use --resume`,
	);
}

/** @throws InputError, which means that this run has paid nothing, unless it has sent a former run's request again. */
function refuseBadRows(
	bad: readonly FileRow[],
	{ state, hasSent }: Journal,
	{ printError }: PayProcess,
) {
	const problems = describeProblems(bad);
	const remedy = "use --skip-bad-rows to pay the other rows";
	if (hasSent())
		return printError(
			`${problems}\nThis run has only sent the request of a former run again. To go on, ${remedy}`,
		);
	// A file with a journal cannot be corrected any more.
	const correction =
		state.rows.size === 0 ? "Correct the file, or" : "To go on,";
	throw new InputError(
		`${problems}\nThis run has paid nothing. ${correction} ${remedy}`,
	);
}
