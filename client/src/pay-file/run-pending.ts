import { InputError } from "./errors.ts";
import { digestOthers } from "./files.ts";
import type { FileRow } from "./input/file-row.ts";
import { type JournalState, toRanges } from "./journal/entries.ts";
import {
	capitalized,
	describeFigures,
	describeProblems,
} from "./output/report.ts";
import {
	type Opened,
	type Run,
	type RunContext,
	startPatience,
} from "./task.ts";

/**
 * Learns the outcome of an interrupted run's requests, checks the rows that are left, and carries them out.
 *
 * @throws InputError when a row is bad, and before the rest of an old run is done.
 */
export async function runPending(run: Run): Promise<void> {
	const { task, process, client, journal } = run;
	const { rows } = run.file;
	const { now } = run.organization;
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
	// Before the question, to which the answer may be no: an interrupted run has not done it.
	await task.conclude?.(context);

	const pending = await toConfirmed(run);
	if (pending === "REFUSED" || pending.length === 0) return;
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
 * @returns `REFUSED` when a message has said why this run goes no further.
 */
async function toConfirmed(run: Run): Promise<number[] | "REFUSED"> {
	const { task, process, file, journal, organization, state } = run;
	const { rows } = file;
	const unchecked = toChecked(run);
	if (unchecked.length > 0 && !task.options.resumes)
		task.refuseOldRun?.(journal, file, organization.now());
	await task.check(unchecked, run);
	const left = [...rows.keys()].filter(
		(index) => isLeftOut(rows[index]) && mayPay(state, index),
	);
	const bad = left
		.flatMap((index) => rows[index] ?? [])
		.filter(({ problems }) => problems.length > 0);
	if (!task.options.skipsBadRows && bad.length > 0)
		return refuseBadRows(bad, run);

	const pending = toPending(rows, state);
	const toDo = pending.flatMap((index) => rows[index] ?? []);
	try {
		if (toDo.length > 0) await confirmRows(toDo, run);
	} catch (error) {
		if (!(error instanceof InputError) || !journal.hasSent()) throw error;
		process.printError(
			`${error.message}\nIt has only sent the request of a former run again`,
		);
		return "REFUSED";
	}
	// Not before: rows that the user does not want as they are may be corrected once more.
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
	{ task, process, journal }: Run,
): "REFUSED" {
	const { verb, done } = task.words;
	const problems = describeProblems(bad);
	const remedy = `use --skip-bad-rows to ${verb} the other rows`;
	if (journal.hasSent()) {
		process.printError(
			`${problems}\nThis run has only sent the request of a former run again. To go on, ${remedy}`,
		);
		return "REFUSED";
	}
	// A file with a journal can be corrected only after a run that has left out its bad rows.
	const correction =
		journal.state.rows.size === 0 ? "Correct the file, or" : "To go on,";
	throw new InputError(
		`${problems}\nThis run has ${done} nothing. ${correction} ${remedy}`,
	);
}

/**
 * Rows to compare with the records: those that may be paid, and for a complete report those that are bad for another
 * reason too.
 */
export const toChecked = ({ task, file, state }: Opened): FileRow[] =>
	file.rows.filter(
		({ payment, problems }, index) =>
			payment &&
			mayPay(state, index) &&
			(problems.length === 0 || !task.options.skipsBadRows),
	);

/** Rows to do: those that can be read, and are neither done nor perhaps done. */
function toPending(rows: readonly FileRow[], state: JournalState): number[] {
	return [...rows.keys()].filter((index) => {
		const row = rows[index];
		return (
			row?.payment &&
			row.problems.length === 0 &&
			row.doneBefore === undefined &&
			mayPay(state, index)
		);
	});
}

/** The row is neither paid nor perhaps paid. */
const mayPay = ({ rows }: JournalState, index: number) =>
	!["DONE", "OPEN", "UNKNOWN"].includes(rows.get(index)?.status ?? "");

/** A row that was sent under an invoice's id keeps it, also if its number leads to another invoice later. */
export function useSentInvoices(
	rows: readonly FileRow[],
	{ invoices }: JournalState,
) {
	for (const [index, [slug, vendorId, currency, vendorName]] of invoices) {
		const row = rows[index];
		if (!row?.payment) continue;
		row.record = {
			vendorId,
			currency,
			...(vendorName !== undefined && { vendorName }),
		};
		row.payment.slug = slug;
		delete row.payment.invoice;
	}
}

/**
 * Shows what would be done, and asks whether it is to be. A script is not asked, but must confirm what is unusual.
 *
 * @throws InputError when the user does not want it, or a script has not confirmed it.
 */
async function confirmRows(
	rows: readonly FileRow[],
	{ task, process, file, organization }: Run,
): Promise<void> {
	const { mustBeConfirmed } = task;
	const { isConfirmed } = task.options;
	const { verb, done } = task.words;
	const { print, confirm } = process;
	const warnings = [
		...file.doubts,
		...task.describeUnusual(rows, organization),
	];
	const figures = describeFigures(rows);
	print([`To ${verb}: ${figures}`, ...warnings].join("\n"));
	if (isConfirmed) return;
	if (!confirm) {
		if (warnings.length === 0 && !mustBeConfirmed) return;
		throw new InputError(
			[
				...warnings,
				`This run has ${done} nothing. If this is right, use --yes`,
			].join("\n"),
		);
	}
	if (await confirm(`${capitalized(verb)} ${figures}? (yes/no) `)) return;
	throw new InputError(`You have not said yes: this run has ${done} nothing`);
}
