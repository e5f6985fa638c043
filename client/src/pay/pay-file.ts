import { basename } from "node:path";
import type { CommandProcess } from "./command-line/command.ts";
import { exitCodes } from "./command-line/errors.ts";
import { loadFile } from "./file/load-file.ts";
import { requireWritable } from "./file/results-file.ts";
import {
	endWithBadRows,
	type FileRun,
	finishFileRun,
	printBadRows,
	resultsPath,
	withChecked,
	writeCheck,
} from "./file-run.ts";
import { reportCheck } from "./output/describe-check.ts";
import { count, localTime } from "./output/figures.ts";
import { releaseAndFollow } from "./release-and-follow.ts";
import { findNamesake } from "./run/find-namesake.ts";
import {
	findOutcomes,
	followRun,
	withRepeats,
	withReversals,
} from "./run/outcomes.ts";
import { isSent, type SentRow } from "./run/pay-row.ts";
import { discardOwn, type PreparedRun, prepareRun } from "./run/prepare-run.ts";
import { resolveRows } from "./run/resolve-rows.ts";

/** Pays the payments of a file by one run. @returns The exit code. */
export async function payFile(
	options: FileRun["options"],
	process: CommandProcess,
): Promise<number> {
	const { terminal } = process;
	const client = process.connect(options.service);
	const file = await loadFile(options.file, options.reading, terminal);
	const rows = await resolveRows(client, file.rows, terminal);
	const fileRun: FileRun = { options, process, client, file, rows };
	requireWritable(resultsPath(fileRun));
	const sent = rows.filter(isSent);
	if (sent.length === 0) return endWithBadRows(fileRun);
	const first = await prepare(fileRun, sent);
	const prepared = options.isAgain ? await prepareAgain(fileRun, first) : first;
	if (prepared.run.state === "RELEASED") return showReleased(fileRun, first);
	const isRepeat = prepared !== first;
	return checkAndRelease({ ...fileRun, ...(isRepeat && { first }) }, prepared);
}

const prepare = (
	{ client, options, file, process }: FileRun,
	rows: readonly SentRow[],
	repeatOf?: string,
): Promise<PreparedRun> =>
	prepareRun(
		client,
		{
			name: basename(file.path),
			rows,
			leaveOut: options.includesRepeats ? [] : ["ALREADY_RECORDED", "REPEATED"],
			repeatOf,
		},
		process.terminal,
	);

/** Prepares what the run of the file, and the runs that repeat it, have not paid; returns the last one if all is paid. */
async function prepareAgain(
	fileRun: FileRun,
	first: PreparedRun,
): Promise<PreparedRun> {
	const { client, process } = fileRun;
	let prepared = first;
	while (prepared.run.state === "RELEASED") {
		const { run, rows } = prepared;
		const outcomes = await findOutcomes(client, run, process.terminal);
		const left = rows.filter(
			(_, position) => outcomes?.[position]?.status !== "DONE",
		);
		if (!outcomes || left.length === 0) break;
		prepared = await prepare(fileRun, left, run.runId);
	}
	return prepared;
}

/** Goes on with a run that was released before, by this command or by anybody else. */
async function showReleased(
	fileRun: FileRun,
	{ run, rows }: PreparedRun,
): Promise<number> {
	const { client, process } = fileRun;
	const { terminal } = process;
	const by = run.releasedBy ? ` by ${run.releasedBy.userId}` : "";
	terminal.print(
		`This file was released${by} on ${localTime(run.releasedAt ?? run.createdAt)}, as the payment run ${run.runId}`,
	);
	const own = await followRun(client, run, terminal);
	const outcomes = await withRepeats(client, run, own, terminal);
	const reviewed = await withReversals(client, outcomes, terminal);
	if (!reviewed)
		terminal.print(
			"Payments that were reversed since are shown as paid, because there are too many to look at",
		);
	const exitCode = await finishFileRun(
		fileRun,
		{ run, rows },
		reviewed ?? outcomes,
	);
	if (exitCode !== exitCodes.done)
		terminal.print("To pay what was not paid, add --again to the command");
	return exitCode;
}

async function checkAndRelease(
	fileRun: FileRun,
	prepared: PreparedRun,
): Promise<number> {
	const { client, options } = fileRun;
	const checked = withChecked(fileRun, prepared);
	if (!hasBadRows(checked)) return askAndRelease(checked, prepared);
	if (!options.skipsBadRows) {
		await discardOwn(client, prepared);
		return endWithBadRows(checked);
	}
	printBadRows(checked);
	const next = await withoutBadRows(checked, prepared);
	if (!next) return endWithBadRows(checked);
	return next.run.state === "RELEASED"
		? showReleased(checked, next)
		: askAndRelease(checked, next);
}

const hasBadRows = ({ rows }: FileRun) =>
	rows.some(({ problems }) => problems.length > 0);

/**
 * Prepares a run without the rows that cannot be paid. A run that had them could pay them after all if records changed.
 *
 * @returns Undefined when no row can be paid.
 */
async function withoutBadRows(
	fileRun: FileRun,
	prepared: PreparedRun,
): Promise<PreparedRun | undefined> {
	const good = prepared.checked.filter(isSent);
	if (good.length === prepared.rows.length) return prepared;
	const next =
		good.length > 0
			? await prepare(fileRun, good, prepared.run.repeatOf ?? undefined)
			: undefined;
	await discardOwn(fileRun.client, prepared);
	return next;
}

/**
 * The service does not recognise that a payment without a UTR and a date is recorded already, so that another version of
 * a file would pay it again.
 */
async function warnOfNamesake(
	{ client }: FileRun,
	{ run, checked }: PreparedRun,
): Promise<string[]> {
	const nameless = checked.filter(
		({ check }) =>
			check?.status === "DONE" && !check.utr && check.paymentDate === null,
	);
	const former =
		nameless.length > 0 && run.repeatOf === null
			? await findNamesake(client, run)
			: undefined;
	if (!former?.releasedAt) return [];
	return [
		`Warning: a file of this name was paid on ${localTime(former.releasedAt)} (payment run ${former.runId}). ${count(nameless.length, "payment")} of this file ${nameless.length === 1 ? "has" : "have"} neither a UTR nor a date, and would be paid once more if they were in that file, too`,
	];
}

async function askAndRelease(
	fileRun: FileRun,
	prepared: PreparedRun,
): Promise<number> {
	const { client, options, process } = fileRun;
	const { terminal } = process;
	const report = reportCheck(
		prepared.checked.flatMap(({ row: { number }, check }) =>
			check ? [{ number, check }] : [],
		),
	);
	const warnings = await warnOfNamesake(fileRun, prepared);
	terminal.print([...report.lines, ...warnings].join("\n"));
	const isNothing = report.payable.length === 0;
	if (options.isDryRun || isNothing) {
		await discardOwn(client, prepared);
		await writeCheck(fileRun);
		terminal.print(
			isNothing
				? "Nothing is left to pay"
				: "Nothing was paid, because of --dry-run",
		);
		return hasBadRows(fileRun) ? exitCodes.notAllDone : exitCodes.done;
	}
	const released = await releaseAndFollow({
		...{ client, process, options, prepared },
		report: { ...report, isUnusual: report.isUnusual || warnings.length > 0 },
		onNo: () => discardOwn(client, prepared),
	});
	if (typeof released === "number") return released;
	const { run, outcomes } = released;
	return fileRun.first
		? showReleased(fileRun, fileRun.first)
		: finishFileRun(fileRun, { ...prepared, run }, outcomes);
}
