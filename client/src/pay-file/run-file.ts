import { existsSync, readFileSync } from "node:fs";
import { openOrganization, stoppingOnFailure } from "./connection.ts";
import {
	describeSystemError,
	exitCodes,
	opening,
	TakenError,
} from "./errors.ts";
import {
	type LoadedFile,
	toKeepsOthers,
	toTarget,
	tryResultFile,
	writeResultCsv,
} from "./files.ts";
import {
	emptyState,
	forgetCorrected,
	type JournalState,
} from "./journal/entries.ts";
import { openJournal, readJournal, refuseTarget } from "./journal/journal.ts";
import { takeRunLock } from "./journal/run-lock.ts";
import {
	describeFigures,
	describeProblems,
	describeResults,
	describeUnknown,
} from "./output/report.ts";
import { type RowResult, toRowResult } from "./output/results.ts";
import { runPending, toChecked, useSentInvoices } from "./run-pending.ts";
import type { Opened, PayProcess, Run, Task } from "./task.ts";

/** Does what is not done yet of a file, or checks it, and writes the result of each row. @returns The exit code. */
export async function runTask(
	task: Task,
	process: PayProcess,
): Promise<number> {
	const { options } = task;
	const file = await task.load();
	process.print(file.description);
	const client = stoppingOnFailure(process.connect(options), options.url);
	await task.requireAccess?.(client);
	const started = { task, process, file, client };
	return await (options.isDryRun ? dryRun : runFile)(started);
}

/** Nothing was read of the organization yet. */
type Started = Omit<Opened, "organization" | "state">;

async function runFile(started: Started): Promise<number> {
	const { task, process, file, client } = started;
	const lock = await takeRunLock(file.lockPath, {
		now: process.now(),
		sleep: client.timing.sleep,
		say: process.print,
	});
	try {
		tryResultFile(file.resultPath);
		const organization = await openOrganization(client, process.now);
		const disk = opening(`The journal ${file.journalPath}`, () =>
			process.openDisk(file.journalPath),
		);
		try {
			const journal = openJournal(
				disk,
				toTarget(file, task.options.url, organization.id),
				organization.now(),
				toKeepsOthers(file),
				task.words,
			);
			const { state } = journal;
			return await runUnderJournal({
				...started,
				organization,
				state,
				journal,
			});
		} finally {
			disk.close();
		}
	} finally {
		lock.release();
	}
}

async function runUnderJournal(run: Run): Promise<number> {
	try {
		await runPending(run);
	} catch (error) {
		// The other process knows more.
		if (!(error instanceof TakenError)) reportResults(run);
		throw error;
	}
	return toExitCode(reportResults(run));
}

/** Writes the result of each row to the result file, and tells the user the sum of them. */
function reportResults(run: Run): RowResult[] {
	const { task, process, file, journal } = run;
	const { rows, resultPath } = file;
	const results = toResults(run, false);
	process.progress.stop();
	const sums = describeResults(task.words.done, rows, results, {
		paidBefore: journal.paidBefore,
		paidAt: journal.state.paidAt,
	});
	try {
		writeResultCsv(task, file, results);
		process.print(`${sums}\nEach row is in ${resultPath}`);
		reportLeftOut(run, results);
	} catch (error) {
		process.print(sums);
		// What is done is done: the run ends as it would have with its results.
		process.printError(
			`The results could not be written to ${resultPath}: ${describeSystemError(error)}. Run the same command again to write them`,
		);
	}
	if (results.some(({ status }) => status === "UNKNOWN"))
		process.printError(describeUnknown(rows, results));
	return results;
}

const toResults = ({ task, file, state }: Opened, isDryRun: boolean) =>
	file.rows.map((row, index) =>
		toRowResult(row, state.rows.get(index), task.messages, isDryRun),
	);

/** Only where the other rows were done: otherwise it is the file itself that is corrected. */
function reportLeftOut(
	{ task, process, file }: Run,
	results: readonly RowResult[],
) {
	const bad = file.rows.filter(
		(_, index) => results[index]?.status === "INVALID",
	);
	if (!task.options.skipsBadRows || bad.length === 0) return;
	const report = task.reportLeftOut?.(file, bad);
	if (report !== undefined) process.print(report);
}

function toExitCode(results: readonly RowResult[]): number {
	if (results.some(({ status }) => status === "UNKNOWN"))
		return exitCodes.unknownOutcome;
	return results.every(({ status }) =>
		["DONE", "NOTHING_TO_DO"].includes(status),
	)
		? exitCodes.paid
		: exitCodes.notAllPaid;
}

/** Checks every row against the records, and changes nothing but the result file. */
async function dryRun(started: Started): Promise<number> {
	const { task, process, file, client } = started;
	const { options, words } = task;
	const { print } = process;
	tryResultFile(file.resultPath);
	const organization = await openOrganization(client, process.now);
	const target = toTarget(file, options.url, organization.id);
	const state = findJournal(file);
	const { corrects } = refuseTarget(state, target, toKeepsOthers(file), words);
	if (corrects) forgetCorrected(state);
	useSentInvoices(file.rows, state);
	const opened = { ...started, organization, state };
	await task.check(toChecked(opened), opened);

	const results = toResults(opened, true);
	writeResultCsv(task, file, results);
	const ready = file.rows.filter(
		(_, index) => results[index]?.status === "READY",
	);
	const bad = results.filter(({ status }) => status === "INVALID").length;
	if (bad > 0) print(describeProblems(file.rows));
	const { verb, done } = words;
	print(
		[
			`To ${verb}: ${describeFigures(ready)}`,
			...file.doubts,
			...task.describeUnusual(ready, organization),
			`Dry run: ${ready.length} of ${file.rows.length} rows can be ${done}; nothing was ${done}. Each row is in ${file.resultPath}`,
		].join("\n"),
	);
	if (state.open.size > 0)
		print(
			"A run of this file was interrupted: run it again to learn its outcome",
		);
	if (bad > 0) return exitCodes.badInput;
	return results.some(({ status }) => status === "UNKNOWN")
		? exitCodes.unknownOutcome
		: exitCodes.paid;
}

const findJournal = ({ journalPath }: LoadedFile): JournalState =>
	existsSync(journalPath)
		? readJournal(readFileSync(journalPath))
		: emptyState();
