import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { connect } from "./connection.ts";
import { exitCodes, InterruptedError } from "./errors.ts";
import { openJournalDisk } from "./journal/journal-file.ts";
import { openInvoicesCommand } from "./open-invoices.ts";
import { usage } from "./options.ts";
import { createProgress } from "./output/progress.ts";
import { findScreen } from "./output/screen.ts";
import { payCommand } from "./pay.ts";
import { reverseCommand } from "./reverse.ts";
import type { Command } from "./task.ts";

const commands: Record<string, Command> = {
	pay: payCommand,
	"open-invoices": openInvoicesCommand,
	reverse: reverseCommand,
	"--help": (_, process) => payCommand(["--help"], process),
	"-h": (_, process) => payCommand(["--help"], process),
};

const [name, ...args] = process.argv.slice(2);
const command =
	name !== undefined && Object.hasOwn(commands, name)
		? commands[name]
		: undefined;
if (command) process.exitCode = await runCommand(command, args);
else {
	process.stderr.write(
		`${name === undefined ? "A command is missing" : `Unknown command ${JSON.stringify(name.slice(0, 100))}`}. ${usage}\n`,
	);
	process.exitCode = exitCodes.badInput;
}

/** Runs a command in this process. @returns The exit code. */
function runCommand(
	command: Command,
	args: readonly string[],
): Promise<number> {
	const interruption = stopOnSignals();
	const screen = findScreen(process);
	// A reader that has gone does not end the run: journal and result file have all that it says.
	for (const output of [process.stdout, process.stderr])
		output.on("error", () => {});
	return command(args, {
		connect: (options) => connect(options, interruption),
		openDisk: openJournalDisk,
		now: Date.now,
		newKey: () => `pay-file-${randomUUID()}`,
		progress: createProgress(process.stderr, () => performance.now()),
		...(screen && {
			confirm: (question) => confirm(question, screen, interruption),
		}),
		print: (text) => process.stdout.write(`${text}\n`),
		printError: (text) => process.stderr.write(`${text}\n`),
	});
}

/** Only "yes" or "y" is a yes; the end of the input is none. */
async function confirm(
	question: string,
	screen: NodeJS.WritableStream,
	interruption: AbortSignal,
): Promise<boolean> {
	const terminal = createInterface({ input: process.stdin, output: screen });
	try {
		return await new Promise((resolve, reject) => {
			terminal.question(question, (answer) =>
				resolve(/^\s*y(?:es)?\s*$/i.test(answer)),
			);
			terminal.on("close", () => resolve(false));
			// A terminal in this mode does not make a signal of Ctrl-C.
			terminal.on("SIGINT", () => process.emit("SIGINT"));
			interruption.addEventListener("abort", () => reject(interruption.reason));
		});
	} finally {
		terminal.close();
	}
}

/**
 * The first signal stops the run at its next pause; the second ends the process. The journal is complete in both cases.
 */
function stopOnSignals(): AbortSignal {
	const controller = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
		process.on(signal, () => {
			if (controller.signal.aborted) process.exit(exitCodes.interrupted);
			controller.abort(
				new InterruptedError(
					"Interrupted. Run the same command again to continue",
				),
			);
		});
	return controller.signal;
}
