import type { PaymentRunCheckItem } from "../generated/openapi.ts";
import type { CommandProcess } from "./command-line/command.ts";
import { exitCodes, InputError, StoppedError } from "./command-line/errors.ts";
import { requireWritable, writeResults } from "./file/results-file.ts";
import { reportCheck, toFigure } from "./output/describe-check.ts";
import { describeOutcomes, toRowResult } from "./output/describe-outcomes.ts";
import { localTime } from "./output/figures.ts";
import { describeProblems } from "./output/problems.ts";
import type { PayOptions } from "./pay-options.ts";
import { describeCommand, releaseAndFollow } from "./release-and-follow.ts";
import {
	describeInvoice,
	problemsOfCheck,
	walkCheck,
} from "./run/check-run.ts";
import { findRun } from "./run/open-run.ts";
import { followRun, type Outcome } from "./run/outcomes.ts";

/** Releases a run that another person has prepared, or shows what became of it. @returns The exit code. */
export async function payPreparedRun(
	options: PayOptions & { runId: string },
	process: CommandProcess,
): Promise<number> {
	const { terminal } = process;
	const client = process.connect(options.service);
	const run = await findRun(client, options.runId);
	if (!run)
		throw new InputError(
			`There is no payment run ${options.runId}: it has expired, or is of another organization`,
		);
	if (run.state === "DISCARDED")
		throw new StoppedError(
			`The payment run ${run.runId} was discarded. Nothing was paid`,
		);
	const path = options.resultsPath ?? `${run.runId}.results.csv`;
	requireWritable(path);
	terminal.print(
		`Payment run ${run.runId}, ${JSON.stringify(run.name)}, prepared${run.createdBy ? ` by ${run.createdBy.userId}` : ""} on ${localTime(run.createdAt)}`,
	);
	const items = await walkCheck(client, run, terminal);
	if (run.state === "RELEASED") {
		const outcomes = await followRun(client, run, terminal);
		return finish(
			{ options, process, path, runId: run.runId },
			items,
			outcomes,
		);
	}
	const bad = items.flatMap((check) => {
		const problems = problemsOfCheck(check, undefined);
		return problems.length > 0 ? [{ number: toNumber(check), problems }] : [];
	});
	if (bad.length > 0)
		terminal.print(["Cannot be paid:", ...describeProblems(bad)].join("\n"));
	const report = reportCheck(
		items.map((check) => ({ number: toNumber(check), check })),
	);
	terminal.print(report.lines.join("\n"));
	if (options.isDryRun) {
		terminal.print("Nothing was paid, because of --dry-run");
		return bad.length > 0 ? exitCodes.notAllDone : exitCodes.done;
	}
	const released = await releaseAndFollow({
		...{ client, process, options, prepared: { run } },
		report: { ...report, isUnusual: report.isUnusual || bad.length > 0 },
	});
	if (typeof released === "number") return released;
	const context = { options, process, path, runId: run.runId };
	return finish(context, items, released.outcomes);
}

/** The row of the file from which the run was made, or else the payment's place in the run. */
const toNumber = ({ ref, position }: PaymentRunCheckItem) =>
	/^\d{1,9}$/.test(ref ?? "") ? Number(ref) : position + 1;

interface Context {
	options: PayOptions;
	process: CommandProcess;
	path: string;
	runId: string;
}

const headings = [
	...["Row", "Invoice id", "Vendor", "Invoice number", "Amount"],
	...["Currency", "UTR", "Payment date", "Narration"],
];

async function finish(
	{ options, process, path, runId }: Context,
	items: readonly PaymentRunCheckItem[],
	outcomes: readonly Outcome[],
): Promise<number> {
	const paid = items.flatMap((item, position) => {
		const outcome = outcomes[position];
		return outcome ? [{ item, outcome }] : [];
	});
	await writeResults(path, {
		headings,
		rows: paid.map(({ item, outcome }) => ({
			texts: toTexts(item),
			result: toRowResult(outcome),
		})),
	});
	process.terminal.print(
		[
			...describeOutcomes(
				paid.map(({ item, outcome }) => ({
					number: toNumber(item),
					figure: toFigure(item),
					invoice: describeInvoice(item),
					outcome,
				})),
			),
			`The result of each payment is in ${path}`,
			`To undo: ${describeCommand(options, `reverse ${runId} --reason "…"`)}`,
		].join("\n"),
	);
	return outcomes.every(({ status }) => status === "DONE")
		? exitCodes.done
		: exitCodes.notAllDone;
}

const toTexts = (item: PaymentRunCheckItem): string[] => [
	String(toNumber(item)),
	item.slug,
	item.vendorName ?? item.vendorId ?? "",
	item.invoiceNumber ?? "",
	String(item.amount),
	item.currency ?? "",
	item.utr ?? "",
	item.paymentDate ?? "",
	item.narration ?? "",
];
