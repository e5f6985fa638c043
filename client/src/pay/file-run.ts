import type { ProcurementPaymentsClient } from "../client.ts";
import type { CommandProcess } from "./command-line/command.ts";
import { exitCodes } from "./command-line/errors.ts";
import type { LoadedFile } from "./file/load-file.ts";
import {
	pathNextTo,
	type RowResult,
	writeResults,
} from "./file/results-file.ts";
import { toFigure } from "./output/describe-check.ts";
import { describeOutcomes, toRowResult } from "./output/describe-outcomes.ts";
import { count } from "./output/figures.ts";
import { describeProblems } from "./output/problems.ts";
import type { PayOptions } from "./pay-options.ts";
import { describeCommand } from "./release-and-follow.ts";
import { describeInvoice, walkCheck } from "./run/check-run.ts";
import type { Outcome } from "./run/outcomes.ts";
import type { PayRow } from "./run/pay-row.ts";
import type { PreparedRun } from "./run/prepare-run.ts";

/** A file on its way to payments. */
export interface FileRun {
	options: PayOptions & { file: string };
	process: CommandProcess;
	client: ProcurementPaymentsClient;
	file: LoadedFile;
	/** All rows of the file. */
	rows: readonly PayRow[];
	/** The first run of the file, when another run repeats what it has not paid. */
	first?: PreparedRun;
}

export const resultsPath = ({ options, file }: FileRun): string =>
	options.resultsPath ?? pathNextTo(file.path, "results");

/** Adds to the rows of the file what the service says about those of a run. */
export function withChecked(
	fileRun: FileRun,
	{ checked }: PreparedRun,
): FileRun {
	const byRow = new Map(checked.map((one) => [one.row, one]));
	const rows = fileRun.rows.map((one) => byRow.get(one.row) ?? one);
	return { ...fileRun, rows };
}

export function printBadRows({ process, rows }: FileRun) {
	const bad = rows.filter(({ problems }) => problems.length > 0);
	if (bad.length === 0) return;
	process.terminal.print(
		[
			`${count(bad.length, "row")} cannot be paid:`,
			...describeProblems(
				bad.map(({ row: { number }, problems }) => ({ number, problems })),
			),
		].join("\n"),
	);
}

/** Shows what is wrong with rows. @returns The exit code of a command that has paid nothing. */
export async function endWithBadRows(fileRun: FileRun): Promise<number> {
	printBadRows(fileRun);
	await writeCheck(fileRun);
	fileRun.process.terminal.print(
		"Nothing was paid. Correct the rows and run the same command again, or pay the others with --skip-bad-rows",
	);
	return exitCodes.badInput;
}

/** Writes a file with what the check says about each row. */
export async function writeCheck({ options, file, process, rows }: FileRun) {
	const path = options.resultsPath ?? pathNextTo(file.path, "check");
	await writeResults(path, {
		headings: file.headings,
		rows: rows.map((one) => ({
			texts: one.row.texts,
			result: toCheckResult(one),
		})),
	});
	process.terminal.print(`What the check says of each row is in ${path}`);
}

function toCheckResult(one: PayRow): RowResult {
	const { check, problems } = one;
	if (!check || problems.length > 0) return toUnpaid(one);
	const { status, reason, slug } = check;
	const result = toRowResult({
		...{ status: status ?? "", reason, slug },
		paymentId: null,
	});
	return status === "DONE" ? { ...result, status: "READY" } : result;
}

/** A row that is not in a run. */
function toUnpaid({ row, problems }: PayRow): RowResult {
	if (row.isTotal && problems.length === 0)
		return { status: "", reason: "", message: "A total", paymentId: "" };
	return {
		status: "NOT_PAID",
		reason: [...new Set(problems.map(({ code }) => code))].join(" "),
		message: problems.map(({ message }) => message).join("; "),
		paymentId: "",
	};
}

/**
 * Writes the results of a run next to its file, and shows them.
 *
 * @param outcomes The outcomes in the order of the run.
 * @returns The exit code.
 */
export async function finishFileRun(
	fileRun: FileRun,
	{ run, rows }: Pick<PreparedRun, "run" | "rows">,
	outcomes: readonly Outcome[],
): Promise<number> {
	const { client, process, options, file } = fileRun;
	const path = resultsPath(fileRun);
	const outcomeOf = new Map(
		rows.map(({ row }, position) => [row, outcomes[position]]),
	);
	await writeResults(path, {
		headings: file.headings,
		rows: fileRun.rows.map((one) => {
			const outcome = outcomeOf.get(one.row);
			return {
				texts: one.row.texts,
				result: outcome ? toRowResult(outcome) : toUnpaid(one),
			};
		}),
	});
	const items = await walkCheck(client, run, process.terminal);
	const paid = items.flatMap((item, position) => {
		const [outcome, sent] = [outcomes[position], rows[position]];
		if (!outcome || !sent) return [];
		const invoice = describeInvoice(item);
		return [
			{ number: sent.row.number, figure: toFigure(item), invoice, outcome },
		];
	});
	process.terminal.print(
		[
			...describeOutcomes(paid),
			`The result of each row is in ${path}`,
			`To undo: ${describeCommand(options, `reverse ${run.runId} --reason "…"`)}`,
		].join("\n"),
	);
	const isAll =
		outcomes.every(({ status }) => status === "DONE") &&
		fileRun.rows.every(({ problems }) => problems.length === 0);
	return isAll ? exitCodes.done : exitCodes.notAllDone;
}
