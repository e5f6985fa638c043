import { dryRun } from "./dry-run.ts";
import { describeSystemError, InputError } from "./input-error.ts";
import { JournalTakenError } from "./journal/journal.ts";
import { LockedError } from "./journal/run-lock.ts";
import { help, reverseHelp } from "./options/help.ts";
import { readOptions, readReverseOptions } from "./options/read-options.ts";
import { exitCodes } from "./output/exit-codes.ts";
import { shortenLines } from "./output/shorten-lines.ts";
import type { PayProcess } from "./pay-process.ts";
import { payTask } from "./pay-task.ts";
import { reverseTask } from "./reverse-task.ts";
import { InterruptedError } from "./run/run-context.ts";
import { runFile } from "./run-file.ts";
import { ServiceError } from "./service-error.ts";
import type { Task } from "./task.ts";

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
