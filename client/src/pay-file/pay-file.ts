import { checkRows } from "./check/check-rows.ts";
import type { FileRow } from "./input/file-row.ts";
import { InputError } from "./input-error.ts";
import {
	type Journal,
	JournalTakenError,
	openJournal,
} from "./journal/journal.ts";
import { takeRunLock } from "./journal/run-lock.ts";
import { type LoadedFile, loadFile, toTarget } from "./load-file.ts";
import { opening } from "./opening.ts";
import type { PayOptions } from "./options/read-options.ts";
import { exitCodes } from "./output/exit-codes.ts";
import {
	describeFile,
	describeProblems,
	describeResults,
	describeUnknown,
} from "./output/report.ts";
import {
	type RowResult,
	toRowResult,
	writeResultCsv,
} from "./output/result-csv.ts";
import type { PayProcess } from "./pay-process.ts";
import { mayPay, toChecked, toPending } from "./pending-rows.ts";
import { payRows } from "./run/pay-rows.ts";
import type { RunContext } from "./run/run-context.ts";
import { settleRequest } from "./run/settle-request.ts";
import type { PaymentsService } from "./service/payments-service.ts";

/** Then somebody may have paid the rest by other means, and the user must say that it is still to be paid. */
const resumeWithoutAskingMs = 24 * 60 * 60_000;

/** Pays what is not paid yet of a file, and writes the result of each row. */
export async function payFile(
	options: PayOptions,
	process: PayProcess,
): Promise<number> {
	const file = loadFile(options);
	process.print(describeFile(file));
	const lock = opening(`The lock ${file.lockPath}`, () =>
		takeRunLock(file.lockPath, process.now()),
	);
	try {
		const service = process.connect(options);
		const target = toTarget(file, options.url, await service.organizationId());
		const disk = opening(`The journal ${file.journalPath}`, () =>
			process.openDisk(file.journalPath),
		);
		try {
			const journal = openJournal(disk, target, process.now());
			return await payUnderJournal({
				options,
				process,
				file,
				service,
				journal,
			});
		} finally {
			disk.close();
		}
	} finally {
		lock.release();
	}
}

interface Run {
	options: PayOptions;
	process: PayProcess;
	file: LoadedFile;
	service: PaymentsService;
	journal: Journal;
}

async function payUnderJournal(run: Run): Promise<number> {
	try {
		await payPending(run);
	} catch (error) {
		// The other process knows more.
		if (!(error instanceof JournalTakenError)) reportResults(run);
		throw error;
	}
	return toExitCode(reportResults(run));
}

/**
 * Learns what became of the requests of an interrupted run, checks the rows that are left, and pays them.
 *
 * @throws InputError when a row is bad, and before the rest of an old run is paid.
 */
async function payPending({ options, process, file, service, journal }: Run) {
	const { rows } = file;
	const { progress, now } = process;
	const context: RunContext = {
		service,
		journal,
		rows,
		now,
		pause: process.pause,
		newKey: process.newKey,
		say: process.print,
		onProgress: () => {},
	};
	for (const key of [...journal.state.open.keys()])
		await settleRequest(context, key);

	const unchecked = toChecked(rows, journal.state, options);
	if (unchecked.length > 0 && !options.resumes)
		refuseOldRun(journal, file, now());
	progress.start("Checking", unchecked.length);
	await checkRows(service, unchecked, (count) => progress.update(count));
	progress.stop();
	if (!options.skipsBadRows) {
		const bad = file.rows.filter(
			({ problems }, index) =>
				problems.length > 0 && mayPay(journal.state, index),
		);
		if (bad.length > 0) return refuseBadRows(bad, journal, process);
	}

	const pending = toPending(rows, journal.state);
	progress.start("Paying", pending.length);
	const onProgress = (doneOfRequest: number) => {
		const done = pending.filter(
			(index) => journal.state.rows.get(index)?.status === "DONE",
		);
		progress.update(done.length + doneOfRequest);
	};
	await payRows({ ...context, onProgress }, pending);
}

function refuseOldRun(journal: Journal, file: LoadedFile, now: number) {
	const { lastSentAt, state } = journal;
	if (lastSentAt === undefined || state.rows.size === 0) return;
	const age = now - lastSentAt;
	if (age >= 0 && age < resumeWithoutAskingMs) return;
	throw new InputError(
		`A payment of this file was last sent at ${new Date(lastSentAt).toISOString()}. Somebody may have paid the rows that are left by other means since: see ${file.resultPath}. If they are still to be paid, pass --resume`,
	);
}

/** @throws InputError, which means that this run has paid nothing, unless it has sent a former run's request again. */
function refuseBadRows(
	bad: readonly FileRow[],
	{ state, lastSentAt }: Journal,
	{ printError }: PayProcess,
) {
	const problems = describeProblems(bad);
	const remedy = "pass --skip-bad-rows to pay the other rows";
	if (state.lastSentAt !== lastSentAt)
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

/** Writes the result of each row to the result file, and tells the user the sum of them. */
function reportResults({ process, file, journal }: Run): RowResult[] {
	const { rows, resultPath } = file;
	const results = rows.map((row, index) =>
		toRowResult(row, journal.state.rows.get(index), false),
	);
	process.progress.stop();
	const sums = describeResults(rows, results);
	try {
		writeResultCsv(resultPath, rows, results);
		process.print(`${sums}. Each row is in ${resultPath}`);
	} catch (error) {
		process.print(sums);
		// What is paid is paid: the run ends as it would have with its results.
		const reason = error instanceof Error ? error.message : String(error);
		process.printError(
			`The results could not be written to ${resultPath} (${reason}). Run the same command again to write them`,
		);
	}
	if (results.some(({ status }) => status === "UNKNOWN"))
		process.printError(describeUnknown(rows, results));
	return results;
}

function toExitCode(results: readonly RowResult[]): number {
	if (results.some(({ status }) => status === "UNKNOWN"))
		return exitCodes.unknownOutcome;
	return results.every(({ status }) => status === "DONE")
		? exitCodes.paid
		: exitCodes.notAllPaid;
}
