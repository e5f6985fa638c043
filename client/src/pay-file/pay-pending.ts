import { lateCopyMs } from "../attempts/search-records.ts";
import type { ClientContext } from "../client-context.ts";
import { RecordsClient } from "../operations/records-client.ts";
import { checkRows } from "./check/check-rows.ts";
import type { FileRow } from "./input/file-row.ts";
import { InputError } from "./input-error.ts";
import type { Journal } from "./journal/journal.ts";
import type { JournalState } from "./journal/journal-state.ts";
import type { LoadedFile } from "./load-file.ts";
import type { PayOptions } from "./options/read-options.ts";
import { localTime } from "./output/local-time.ts";
import { describeProblems } from "./output/report.ts";
import type { PayProcess } from "./pay-process.ts";
import { mayPay, toChecked, toPending } from "./pending-rows.ts";
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
	/** Milliseconds since 1970, by the service's clock. */
	now: () => number;
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
	now,
}: Run): Promise<void> {
	const { rows } = file;
	const { progress } = process;
	const context: RunContext = {
		client,
		journal,
		rows,
		now,
		newKey: process.newKey,
		patience: startPatience(client.timing),
		say: process.print,
		onProgress: () => {},
	};
	for (const request of [...journal.state.open.values()])
		await settleRows(context, request, { isNew: false });

	const unchecked = toChecked(rows, journal.state, options);
	if (unchecked.length > 0 && !options.resumes)
		refuseOldRun(journal, file, now());
	progress.start("Checking", unchecked.length);
	await checkRows(new RecordsClient(client), unchecked, (count) =>
		progress.update(count),
	);
	progress.stop();
	if (!options.skipsBadRows) {
		const bad = file.rows.filter(
			({ problems }, index) =>
				problems.length > 0 && mayPay(journal.state, index),
		);
		if (bad.length > 0) return refuseBadRows(bad, journal, process);
	}

	const pending = toPending(rows, journal.state);
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
		`A payment of this file was last sent on ${localTime(lastSentAt)}. Somebody may have paid the rows that are left by other means since: see ${file.resultPath}. If they are still to be paid, pass --resume`,
	);
}

/** @throws InputError, which means that this run has paid nothing, unless it has sent a former run's request again. */
function refuseBadRows(
	bad: readonly FileRow[],
	{ state, hasSent }: Journal,
	{ printError }: PayProcess,
) {
	const problems = describeProblems(bad);
	const remedy = "pass --skip-bad-rows to pay the other rows";
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
