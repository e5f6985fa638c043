import { checkRows } from "./check/check-rows.ts";
import { InputError } from "./input-error.ts";
import {
	type Journal,
	JournalTakenError,
	openJournal,
} from "./journal/journal.ts";
import type { JournalState } from "./journal/journal-state.ts";
import { takeRunLock } from "./journal/run-lock.ts";
import { type LoadedFile, loadFile, toTarget } from "./load-file.ts";
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
	const lock = takeRunLock(file.lockPath, process.now());
	try {
		const service = process.connect(options);
		const target = toTarget(file, options.url, await service.organizationId());
		const disk = process.openDisk(file.journalPath);
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
	if (!options.skipsBadRows) refuseBadRows(file, journal.state);

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

function refuseBadRows(file: LoadedFile, state: JournalState) {
	const bad = file.rows.filter(
		({ problems }, index) => problems.length > 0 && mayPay(state, index),
	);
	if (bad.length === 0) return;
	throw new InputError(
		`${describeProblems(bad)}\nThis run has paid nothing. Correct the file, or pass --skip-bad-rows to pay the other rows`,
	);
}

/** Writes the result of each row to the result file, and tells the user the sum of them. */
function reportResults({ process, file, journal }: Run): RowResult[] {
	const { rows, resultPath } = file;
	const results = rows.map((row, index) =>
		toRowResult(row, journal.state.rows.get(index), false),
	);
	process.progress.stop();
	writeResultCsv(resultPath, rows, results);
	process.print(
		`${describeResults(rows, results)}. Each row is in ${resultPath}`,
	);
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
