import { writeFileSync } from "node:fs";
import type { Invoice } from "../generated/openapi.ts";
import { RecordsClient } from "../operations/records-client.ts";
import { toComparable } from "./check/find-invoices.ts";
import {
	describeSystemError,
	InputError,
	ServiceError,
	stoppingOnFailure,
} from "./errors.ts";
import { listed, shown } from "./input/file-row.ts";
import { JournalTakenError } from "./journal/journal.ts";
import { LockedError } from "./journal/run-lock.ts";
import { help, openInvoicesHelp, reverseHelp } from "./options/help.ts";
import {
	type OpenInvoicesOptions,
	readOpenInvoicesOptions,
	readOptions,
	readReverseOptions,
} from "./options/read-options.ts";
import { toCsv } from "./output/result-csv.ts";
import { payTask } from "./pay-task.ts";
import { reverseTask } from "./reverse-task.ts";
import { InterruptedError } from "./run/run-context.ts";
import { dryRun, runFile } from "./run-file.ts";
import { exitCodes, type PayProcess, type Task } from "./task.ts";

/** `procurement-payments-client pay`. */
export const payCommand: Command = (args, process) =>
	withExitCode(process, async () => {
		const options = readOptions(args);
		if (options === "help") {
			process.print(help);
			return exitCodes.paid;
		}
		return await runTask(payTask(options), process);
	});

/** `procurement-payments-client reverse`. */
export const reverseCommand: Command = (args, process) =>
	withExitCode(process, async () => {
		const options = readReverseOptions(args);
		if (options === "help") {
			process.print(reverseHelp);
			return exitCodes.paid;
		}
		return await runTask(reverseTask(options), process);
	});

const runTask = (task: Task, process: PayProcess) =>
	(task.options.isDryRun ? dryRun : runFile)(task, process);

/** @param args Behind the command's name. @returns The exit code. */
export type Command = (
	args: readonly string[],
	process: PayProcess,
) => Promise<number>;

/** Tells the user of an error that a user can do something about. */
export async function withExitCode(
	process: PayProcess,
	run: () => Promise<number>,
): Promise<number> {
	try {
		return await run();
	} catch (error) {
		process.progress.stop();
		const code = toExitCode(error);
		if (code === undefined || !(error instanceof Error)) throw error;
		process.printError(
			shortenLines("syscall" in error ? toSentence(error) : error.message),
		);
		return code;
	}
}

const toSentence = (error: Error) =>
	`A file of this run cannot be read or written: ${describeSystemError(error)}. Run the same command again to continue`;

function toExitCode(error: unknown): number | undefined {
	if (error instanceof InputError) return exitCodes.badInput;
	if (error instanceof InterruptedError) return exitCodes.interrupted;
	const isOfSystem = error instanceof Error && "syscall" in error;
	if (
		isOfSystem ||
		error instanceof ServiceError ||
		error instanceof LockedError ||
		error instanceof JournalTakenError
	)
		return exitCodes.stopped;
	return undefined;
}

/** `procurement-payments-client open-invoices`: writes a file that becomes a file of payments when amounts and UTRs are filled in. */
export const openInvoicesCommand: Command = (args, process) =>
	withExitCode(process, async () => {
		const options = readOpenInvoicesOptions(args);
		if (options === "help") {
			process.print(openInvoicesHelp);
			return exitCodes.paid;
		}
		const records = new RecordsClient(
			stoppingOnFailure(process.connect(options), options.url),
		);
		const lines = await readOpenInvoices(records, options);
		if (lines.length === 0) {
			process.print("No open invoice; nothing was written");
			return exitCodes.paid;
		}
		write(options.file, lines);
		process.print(
			`${lines.length} open invoices are in ${options.file}. Fill in amounts and UTRs, delete the rows that are not to be paid, and pay the file`,
		);
		return exitCodes.paid;
	});

const header = [
	...["Vendor", "Vendor id", "Invoice number", "Invoice date", "Due date"],
	...["Due", "Currency", "Invoice id", "Amount", "UTR", "Payment date"],
];

async function readOpenInvoices(
	records: RecordsClient,
	{ vendor, dueBy }: OpenInvoicesOptions,
): Promise<string[][]> {
	const names = new Map<string, string>();
	for await (const { vendorId, name } of records.listVendors({ limit: 100 }))
		names.set(vendorId, name);
	const ids = vendor === undefined ? undefined : findVendor(names, vendor);
	const isMeant = ({ vendorId, dueDate, state }: Invoice) =>
		state === "APPROVED" &&
		(dueBy === undefined || (dueDate !== null && dueDate <= dueBy)) &&
		(ids === undefined || ids.has(vendorId ?? ""));
	const lines: string[][] = [];
	for await (const one of records.listInvoices({ open: true, limit: 100 })) {
		if (!isMeant(one)) continue;
		const { id, vendorId, invoiceNumber, invoiceDate, dueDate, due } = one;
		lines.push([
			...[names.get(vendorId ?? "") ?? "", vendorId ?? ""],
			...[invoiceNumber ?? "", invoiceDate ?? "", dueDate ?? ""],
			...[String(due), one.currency ?? "", id, "", "", ""],
		]);
	}
	if (lines.length === 0 && ids && ![...ids].some((id) => names.has(id)))
		throw new InputError(
			`--vendor ${shown(vendor ?? "")}: no vendor has this name or id`,
		);
	return lines;
}

/**
 * The vendor that has this id or name. An id that no vendor has may still be that of an invoice.
 *
 * @throws InputError when it may be one of several.
 */
function findVendor(
	names: ReadonlyMap<string, string>,
	vendor: string,
): ReadonlySet<string> {
	const id = vendor.trim();
	const meant = [...names].flatMap(([one, name]) =>
		[one, name].map(toComparable).includes(toComparable(vendor)) ? one : [],
	);
	if (names.has(id) || meant.length === 0) return new Set([id]);
	if (meant.length > 1)
		throw new InputError(
			`--vendor ${shown(vendor)} may be ${meant.length} vendors: use the id, ${listed(meant.toSorted(), 5)}`,
		);
	return new Set(meant);
}

/** Never writes over a file: it may have been filled in. */
function write(path: string, lines: readonly string[][]) {
	try {
		writeFileSync(path, toCsv([header, ...lines]), { flag: "wx" });
	} catch (error) {
		if (!(error instanceof Error && "code" in error)) throw error;
		throw new InputError(
			error.code === "EEXIST"
				? `${path} exists already, and may be filled in: name another file`
				: `${path} cannot be written: ${describeSystemError(error)}`,
		);
	}
}

const lengthMax = 500;

/** A line may repeat an option or a path of any length. Its start and its end stay, since the end says what is right. */
export const shortenLines = (text: string): string =>
	text.split("\n").map(shorten).join("\n");

function shorten(line: string): string {
	if (line.length <= lengthMax) return line;
	return `${line.slice(0, lengthMax / 2)}…${line.slice(-lengthMax / 2)}`;
}
