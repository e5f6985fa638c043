import { existsSync, readFileSync } from "node:fs";
import { checkRows } from "./check/check-rows.ts";
import { describeUnusual } from "./confirm.ts";
import { readJournal, refuseTarget } from "./journal/journal.ts";
import { emptyState, type JournalState } from "./journal/journal-state.ts";
import {
	type LoadedFile,
	loadFile,
	toKeepsOthers,
	toTarget,
} from "./load-file.ts";
import type { PayOptions } from "./options/read-options.ts";
import { openOrganization } from "./organization.ts";
import { exitCodes } from "./output/exit-codes.ts";
import { describeFigures } from "./output/figures.ts";
import { describeFile, describeProblems } from "./output/report.ts";
import { toRowResult, writeResultCsv } from "./output/result-csv.ts";
import type { PayProcess } from "./pay-process.ts";
import { toChecked, toRepeats, useSentInvoices } from "./pending-rows.ts";
import { stoppingOnFailure } from "./service-error.ts";

/** Checks every row against the records, and changes nothing but the result file. */
export async function dryRun(
	options: PayOptions,
	{ connect, now, progress, print }: PayProcess,
): Promise<number> {
	const file = loadFile(options);
	print(describeFile(file));
	const client = stoppingOnFailure(connect(options), options.url);
	const organization = await openOrganization(client, now);
	const target = toTarget(file, options.url, organization.id);
	const state = findJournal(file);
	refuseTarget(state, target, toKeepsOthers(file));
	useSentInvoices(file.rows, state);
	const checked = toChecked(file.rows, state, options);
	await checkRows(client, checked, {
		...toRepeats(options, state),
		allRows: file.rows,
		baseCurrency: organization.baseCurrency,
		progress,
	});

	const results = file.rows.map((row, index) =>
		toRowResult(row, state.rows.get(index), true),
	);
	writeResultCsv(file, results);
	const ready = file.rows.filter(
		(_, index) => results[index]?.status === "READY",
	);
	const bad = results.filter(({ status }) => status === "INVALID").length;
	if (bad > 0) print(describeProblems(file.rows));
	print(
		[
			`To pay: ${describeFigures(ready)}`,
			...describeUnusual(ready, organization),
			`Dry run: ${ready.length} of ${file.rows.length} rows can be paid; nothing was paid. Each row is in ${file.resultPath}`,
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
