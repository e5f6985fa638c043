import type { ProcurementPaymentsClient } from "../client.ts";
import type { PaymentRunCheckItem } from "../generated/openapi.ts";
import { ConflictError, NotFoundError } from "../http/errors.ts";
import {
	type Command,
	type CommandProcess,
	toCommand,
} from "./command-line/command.ts";
import type { ServiceOptions } from "./command-line/connect.ts";
import { exitCodes, InputError } from "./command-line/errors.ts";
import {
	parseOptions,
	program,
	serviceFlags,
	toOnlyArgument,
	toService,
} from "./command-line/options.ts";
import { confirm } from "./command-line/terminal.ts";
import { toFigure } from "./output/describe-check.ts";
import { count, describeTotal, describeVendors } from "./output/figures.ts";
import { describeProblems, type Problem } from "./output/problems.ts";
import { describeInvoice, walkCheck } from "./run/check-run.ts";
import { findRun } from "./run/open-run.ts";
import { followRun, withReversals } from "./run/outcomes.ts";

const help = `Usage: ${program} reverse <run> --reason <text> --url <address> [options]

Undoes what a payment run has paid. A payment is not deleted, but marked as reversed, and its amount is due again. "pay" shows
the run at its end. The same command again goes on: no payment is reversed twice.

  --reason <text>           why; it stays with the payments
  --rows <rows>             only these rows of the file, such as 3,7-9
  --dry-run                 shows what would be reversed, and reverses nothing
  --yes                     does not ask; a script needs it
  --api-key-file <file>     has the API key, alone; default: the environment variable PROCUREMENT_PAYMENTS_API_KEY

The API key needs the permissions payments:reverse, payments:read, invoices:read and organization:read. Exit codes are those of pay.
`;

interface ReverseOptions {
	service: ServiceOptions;
	runId: string;
	reason: string;
	/** Undefined for all rows. */
	rows: ReadonlySet<number> | undefined;
	isDryRun: boolean;
	isConfirmed: boolean;
}

const flags = {
	...serviceFlags,
	reason: { type: "string" },
	rows: { type: "string" },
	"dry-run": { type: "boolean", default: false },
	yes: { type: "boolean", short: "y", default: false },
} as const;

/** The service takes no longer reason. */
const reasonLengthMax = 500;

function readOptions(args: readonly string[]): ReverseOptions {
	const { values, positionals } = parseOptions(args, flags);
	const reason = values.reason?.trim() ?? "";
	if (reason === "" || [...reason].length > reasonLengthMax)
		throw new InputError(
			`Say why with --reason "…", in 1 to ${reasonLengthMax} characters: it stays with the payments`,
		);
	return {
		service: toService(values),
		runId: toOnlyArgument(positionals, "the payment run"),
		reason,
		rows: values.rows === undefined ? undefined : toRows(values.rows),
		isDryRun: values["dry-run"],
		isConfirmed: values.yes,
	};
}

const rowMax = 1_048_576;

function toRows(text: string): Set<number> {
	const rows = new Set<number>();
	for (const part of text.split(",")) {
		const [, first, last = first] =
			/^\s*(\d{1,7})(?:\s*-\s*(\d{1,7}))?\s*$/.exec(part) ?? [];
		const [from, to] = [Number(first), Number(last)];
		if (!(from >= 1 && from <= to && to <= rowMax))
			throw new InputError(`--rows ${text}: must be rows such as 3,7-9`);
		for (let row = from; row <= to; row++) rows.add(row);
	}
	return rows;
}

/** `procurement-payments-client reverse`. */
export const reverseCommand: Command = toCommand(help, readOptions, reverse);

/** A payment that the run has made. */
interface Made {
	number: number;
	item: PaymentRunCheckItem;
	paymentId: string;
	isReversed: boolean;
}

async function reverse(
	options: ReverseOptions,
	process: CommandProcess,
): Promise<number> {
	const { terminal } = process;
	const client = process.connect(options.service);
	const made = await findMade(client, options, process);
	const left = made.filter(({ isReversed }) => !isReversed);
	const reversed = made.length - left.length;
	if (reversed > 0)
		terminal.print(`${count(reversed, "payment")} reversed before`);
	if (left.length === 0) {
		terminal.print("There is no payment to reverse");
		return exitCodes.done;
	}
	const figures = left.map(({ item }) => toFigure(item));
	terminal.print(["To reverse:", ...describeVendors(figures)].join("\n"));
	if (options.isDryRun) {
		terminal.print("Nothing was reversed, because of --dry-run");
		return exitCodes.done;
	}
	const isWanted =
		options.isConfirmed ||
		(await confirm(terminal, `Reverse ${describeTotal(figures)} in all?`));
	if (isWanted === undefined)
		throw new InputError(
			"Nobody can be asked. If the payments are to be reversed, say so with --yes. Nothing was reversed",
		);
	if (!isWanted) {
		terminal.print("Nothing was reversed");
		return exitCodes.notAllDone;
	}
	return reverseAll(client, options, left, process);
}

async function findMade(
	client: ProcurementPaymentsClient,
	{ runId, rows }: ReverseOptions,
	{ terminal }: CommandProcess,
): Promise<Made[]> {
	const run = await findRun(client, runId);
	if (run?.state !== "RELEASED")
		throw new InputError(
			`No payment run ${runId} was released: nothing of it is paid`,
		);
	const items = await walkCheck(client, run, terminal);
	const outcomes = await followRun(client, run, terminal);
	const reviewed =
		(await withReversals(client, outcomes, terminal)) ?? outcomes;
	const numbers = items.map(toNumber);
	const unknown = [...(rows ?? [])].filter((row) => !numbers.includes(row));
	if (unknown.length > 0)
		throw new InputError(
			`--rows: the run has no row ${unknown.slice(0, 10).join(", ")}. Nothing was reversed`,
		);
	return items.flatMap((item, position) => {
		const { paymentId = null, isReversed = false } = reviewed[position] ?? {};
		const number = toNumber(item);
		const isMeant = rows === undefined || rows.has(number);
		return paymentId !== null && isMeant
			? [{ number, item, paymentId, isReversed }]
			: [];
	});
}

/** The row of the file, or the place in the run if there is no file. */
const toNumber = ({ ref, position }: PaymentRunCheckItem) =>
	/^\d{1,9}$/.test(ref ?? "") ? Number(ref) : position + 1;

async function reverseAll(
	client: ProcurementPaymentsClient,
	{ reason }: ReverseOptions,
	left: readonly Made[],
	{ terminal }: CommandProcess,
): Promise<number> {
	const failed: { number: number; problems: Problem[] }[] = [];
	terminal.progress.start("Reversing", left.length);
	for (const [index, { number, item, paymentId }] of left.entries()) {
		try {
			// The service reverses a payment once, so that a lost answer does no harm.
			await client.reversePayment(item.slug, paymentId, { reason });
		} catch (error) {
			if (!(error instanceof ConflictError || error instanceof NotFoundError))
				throw error;
			const message = `${describeInvoice(item)}: ${error.message}`;
			failed.push({ number, problems: [{ code: "OTHER", message }] });
		}
		terminal.progress.update(index + 1);
	}
	terminal.progress.stop();
	terminal.print(
		[
			`Reversed: ${count(left.length - failed.length, "payment")}`,
			...(failed.length > 0
				? ["Not reversed:", ...describeProblems(failed)]
				: []),
		].join("\n"),
	);
	return failed.length > 0 ? exitCodes.notAllDone : exitCodes.done;
}
