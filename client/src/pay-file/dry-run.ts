import { existsSync, readFileSync } from "node:fs";
import { readJournal, refuseTarget } from "./journal/journal.ts";
import { emptyState, type JournalState } from "./journal/journal-state.ts";
import { type LoadedFile, toKeepsOthers, toTarget } from "./load-file.ts";
import { openOrganization } from "./organization.ts";
import { exitCodes } from "./output/exit-codes.ts";
import { describeFigures } from "./output/figures.ts";
import { describeProblems } from "./output/report.ts";
import { writeResultCsv } from "./output/result-csv.ts";
import type { PayProcess } from "./pay-process.ts";
import { toChecked, useSentInvoices } from "./pending-rows.ts";
import { stoppingOnFailure } from "./service-error.ts";
import type { Task } from "./task.ts";

/** Checks every row against the records, and changes nothing but the result file. */
export async function dryRun(
	task: Task,
	{ connect, now, progress, print }: PayProcess,
): Promise<number> {
	const { options } = task;
	const file = await task.load();
	print(file.description);
	const client = stoppingOnFailure(connect(options), options.url);
	await task.requireAccess?.(client);
	const organization = await openOrganization(client, now);
	const target = toTarget(file, options.url, organization.id);
	const state = findJournal(file);
	refuseTarget(state, target, toKeepsOthers(file));
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
	const { verb, done } = task.words;
	print(
		[
			`To ${verb}: ${describeFigures(ready)}`,
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
