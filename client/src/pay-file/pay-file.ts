import { describeSystemError, opening } from "./input-error.ts";
import { JournalTakenError, openJournal } from "./journal/journal.ts";
import { takeRunLock } from "./journal/run-lock.ts";
import { loadFile, toKeepsOthers, toTarget } from "./load-file.ts";
import type { PayOptions } from "./options/read-options.ts";
import { openOrganization } from "./organization.ts";
import { exitCodes } from "./output/exit-codes.ts";
import { count } from "./output/figures.ts";
import {
	describeFile,
	describeResults,
	describeUnknown,
} from "./output/report.ts";
import {
	type RowResult,
	toRowResult,
	writeResultCsv,
} from "./output/result-csv.ts";
import { writeToCorrect } from "./output/to-correct.ts";
import { payPending, type Run } from "./pay-pending.ts";
import type { PayProcess } from "./pay-process.ts";
import { stoppingOnFailure } from "./service-error.ts";

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
		const client = stoppingOnFailure(process.connect(options), options.url);
		const organization = await openOrganization(client, process.now);
		const { id, now } = organization;
		const target = toTarget(file, options.url, id);
		const disk = opening(`The journal ${file.journalPath}`, () =>
			process.openDisk(file.journalPath),
		);
		try {
			const journal = openJournal(disk, target, now(), toKeepsOthers(file));
			const run = { options, process, file, client, journal, organization };
			return await payUnderJournal(run);
		} finally {
			disk.close();
		}
	} finally {
		lock.release();
	}
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

/** Writes the result of each row to the result file, and tells the user the sum of them. */
function reportResults(run: Run): RowResult[] {
	const { process, file, journal } = run;
	const { rows, resultPath } = file;
	const results = rows.map((row, index) =>
		toRowResult(row, journal.state.rows.get(index), false),
	);
	process.progress.stop();
	const sums = describeResults(rows, results, journal);
	try {
		writeResultCsv(file, results);
		process.print(`${sums}\nEach row is in ${resultPath}`);
		reportToCorrect(run, results);
	} catch (error) {
		process.print(sums);
		// What is paid is paid: the run ends as it would have with its results.
		process.printError(
			`The results could not be written to ${resultPath}: ${describeSystemError(error)}. Run the same command again to write them`,
		);
	}
	if (results.some(({ status }) => status === "UNKNOWN"))
		process.printError(describeUnknown(rows, results));
	return results;
}

/** Only where the other rows were paid: otherwise it is the file itself that is corrected. */
function reportToCorrect(
	{ options, process, file }: Run,
	results: readonly RowResult[],
) {
	const bad = file.rows.filter(
		(_, index) => results[index]?.status === "INVALID",
	);
	if (!options.skipsBadRows || bad.length === 0) return;
	const path = writeToCorrect(file.stem, file.headers, bad);
	process.print(
		`${count(bad.length, "row")} to correct: in ${path}. Correct and pay that file, or correct the rows in this file and run it again`,
	);
}

function toExitCode(results: readonly RowResult[]): number {
	if (results.some(({ status }) => status === "UNKNOWN"))
		return exitCodes.unknownOutcome;
	return results.every(({ status }) => status === "DONE")
		? exitCodes.paid
		: exitCodes.notAllPaid;
}
