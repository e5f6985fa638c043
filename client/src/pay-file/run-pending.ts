import type { ClientContext } from "../client-context.ts";
import { confirmRows } from "./confirm.ts";
import type { FileRow } from "./input/file-row.ts";
import { InputError } from "./input-error.ts";
import type { Journal } from "./journal/journal.ts";
import type { JournalState } from "./journal/journal-state.ts";
import { toRanges } from "./journal/ranges.ts";
import { digestOthers, type LoadedFile } from "./load-file.ts";
import type { OpenedOrganization } from "./organization.ts";
import { describeProblems } from "./output/report.ts";
import type { PayProcess } from "./pay-process.ts";
import {
	mayPay,
	toChecked,
	toPending,
	useSentInvoices,
} from "./pending-rows.ts";
import { type RunContext, startPatience } from "./run/run-context.ts";
import type { Task } from "./task.ts";

/** A run that has the file's lock and journal. */
export interface Run {
	task: Task;
	process: PayProcess;
	file: LoadedFile;
	client: ClientContext;
	journal: Journal;
	organization: OpenedOrganization;
}

/**
 * Learns the outcome of an interrupted run's requests, checks the rows that are left, and carries them out.
 *
 * @throws InputError when a row is bad, and before the rest of an old run is done.
 */
export async function runPending(run: Run): Promise<void> {
	const { task, process, file, client, journal, organization } = run;
	const { rows } = file;
	const { now } = organization;
	const { progress } = process;
	const context: RunContext = {
		client,
		url: task.options.url,
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
		await task.settle(context, request);

	const pending = await toConfirmed(run);
	if (pending === "REFUSED") return;
	progress.start(task.words.doing, pending.length);
	const countSettled = settledSince(journal.state, pending);
	const onProgress = (doneOfRequest: number) =>
		progress.update(countSettled() + doneOfRequest);
	context.patience.renew();
	await task.carryOut({ ...context, onProgress }, pending);
	await task.conclude?.(context);
}

/**
 * Indexes of the rows to do, which the user has confirmed.
 *
 * @returns `REFUSED` when the user was told why this run goes no further.
 */
async function toConfirmed({
	task,
	process,
	file,
	client,
	journal,
	organization,
}: Run): Promise<number[] | "REFUSED"> {
	const { rows } = file;
	const { state } = journal;
	const unchecked = toChecked(rows, state, task.options);
	if (unchecked.length > 0 && !task.options.resumes)
		task.refuseOldRun?.(journal, file, organization.now());
	const { progress } = process;
	await task.check(unchecked, { client, file, state, organization, progress });
	const left = [...rows.keys()].filter(
		(index) => isLeftOut(rows[index]) && mayPay(state, index),
	);
	const bad = left
		.flatMap((index) => rows[index] ?? [])
		.filter(({ problems }) => problems.length > 0);
	if (!task.options.skipsBadRows && bad.length > 0)
		return refuseBadRows(bad, journal, task, process);

	const pending = toPending(rows, state);
	if (pending.length === 0) return pending;
	const toDo = pending.flatMap((index) => rows[index] ?? []);
	try {
		await confirmRows(toDo, organization, task, process);
	} catch (error) {
		if (!(error instanceof InputError) || !journal.hasSent()) throw error;
		process.printError(
			`${error.message}\nIt has only sent the request of a former run again`,
		);
		return "REFUSED";
	}
	if (left.length > 0 || state.skipped)
		journal.append({
			type: "skipped",
			rows: toRanges(left),
			others: digestOthers(file.readings, new Set(left)),
		});
	return pending;
}

/** Bad rows, and those that ask for nothing. */
const isLeftOut = (row: FileRow | undefined) =>
	row !== undefined && (row.problems.length > 0 || !row.payment);

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

/** @throws InputError, which means that this run has done nothing, unless it has sent a former run's request again. */
function refuseBadRows(
	bad: readonly FileRow[],
	{ state, hasSent }: Journal,
	{ words: { verb, done } }: Task,
	{ printError }: PayProcess,
): "REFUSED" {
	const problems = describeProblems(bad);
	const remedy = `use --skip-bad-rows to ${verb} the other rows`;
	if (hasSent()) {
		printError(
			`${problems}\nThis run has only sent the request of a former run again. To go on, ${remedy}`,
		);
		return "REFUSED";
	}
	// A file with a journal cannot be corrected any more.
	const correction =
		state.rows.size === 0 ? "Correct the file, or" : "To go on,";
	throw new InputError(
		`${problems}\nThis run has ${done} nothing. ${correction} ${remedy}`,
	);
}
