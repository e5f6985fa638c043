import { existsSync, readFileSync } from "node:fs";
import { describeSystemError, opening, stoppingOnFailure } from "./errors.ts";
import {
	emptyState,
	forgetCorrected,
	type JournalState,
} from "./journal/entries.ts";
import {
	JournalTakenError,
	openJournal,
	readJournal,
	refuseTarget,
} from "./journal/journal.ts";
import { takeRunLock } from "./journal/run-lock.ts";
import { type LoadedFile, toKeepsOthers, toTarget } from "./load-file.ts";
import { describeFigures } from "./output/figures.ts";
import {
	describeProblems,
	describeResults,
	describeUnknown,
} from "./output/report.ts";
import { type RowResult, writeResultCsv } from "./output/result-csv.ts";
import {
	type Run,
	runPending,
	toChecked,
	useSentInvoices,
} from "./run-pending.ts";
import {
	exitCodes,
	openOrganization,
	type PayProcess,
	type Task,
} from "./task.ts";

/** Does what is not done yet of a file, and writes the result of each row. @returns The exit code. */
export async function runFile(
	task: Task,
	process: PayProcess,
): Promise<number> {
	const { options } = task;
	const file = await task.load();
	process.print(file.description);
	const client = stoppingOnFailure(process.connect(options), options.url);
	await task.requireAccess?.(client);
	const lock = await takeRunLock(file.lockPath, {
		now: process.now(),
		sleep: client.timing.sleep,
		say: process.print,
	});
	try {
		const organization = await openOrganization(client, process.now);
		const { id, now } = organization;
		const target = toTarget(file, options.url, id);
		const disk = opening(`The journal ${file.journalPath}`, () =>
			process.openDisk(file.journalPath),
		);
		try {
			const journal = openJournal(
				disk,
				target,
				now(),
				toKeepsOthers(file),
				task.words,
			);
			const run = { task, process, file, client, journal, organization };
			return await runUnderJournal(run);
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
		if (!(error instanceof JournalTakenError)) reportResults(run);
		throw error;
	}
	return toExitCode(reportResults(run));
}

/** Writes the result of each row to the result file, and tells the user the sum of them. */
function reportResults(run: Run): RowResult[] {
	const { task, process, file, journal } = run;
	const { rows, resultPath } = file;
	const results = rows.map((row, index) =>
		task.toRowResult(row, journal.state.rows.get(index), false),
	);
	process.progress.stop();
	const sums = describeResults(task.words, rows, results, journal);
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
export async function dryRun(
	task: Task,
	{ connect, now, progress, print }: PayProcess,
): Promise<number> {
	const { options, words } = task;
	const file = await task.load();
	print(file.description);
	const client = stoppingOnFailure(connect(options), options.url);
	await task.requireAccess?.(client);
	const organization = await openOrganization(client, now);
	const target = toTarget(file, options.url, organization.id);
	const state = findJournal(file);
	const { corrects } = refuseTarget(state, target, toKeepsOthers(file), words);
	if (corrects) forgetCorrected(state);
	useSentInvoices(file.rows, state);
	const checked = toChecked(file.rows, state, options);
	await task.check(checked, { client, file, state, organization, progress });

	const results = file.rows.map((row, index) =>
		task.toRowResult(row, state.rows.get(index), true),
	);
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
