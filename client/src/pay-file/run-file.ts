import { describeSystemError, opening } from "./input-error.ts";
import { JournalTakenError, openJournal } from "./journal/journal.ts";
import { takeRunLock } from "./journal/run-lock.ts";
import { toKeepsOthers, toTarget } from "./load-file.ts";
import { openOrganization } from "./organization.ts";
import { exitCodes } from "./output/exit-codes.ts";
import { describeResults, describeUnknown } from "./output/report.ts";
import { writeResultCsv } from "./output/result-csv.ts";
import type { RowResult } from "./output/row-result.ts";
import type { PayProcess } from "./pay-process.ts";
import { type Run, runPending } from "./run-pending.ts";
import { stoppingOnFailure } from "./service-error.ts";
import type { Task } from "./task.ts";

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
	const lock = opening(`The lock ${file.lockPath}`, () =>
		takeRunLock(file.lockPath, process.now()),
	);
	try {
		const organization = await openOrganization(client, process.now);
		const { id, now } = organization;
		const target = toTarget(file, options.url, id);
		const disk = opening(`The journal ${file.journalPath}`, () =>
			process.openDisk(file.journalPath),
		);
		try {
			const journal = openJournal(disk, target, now(), toKeepsOthers(file));
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
