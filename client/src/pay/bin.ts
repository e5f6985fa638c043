import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "./command-line/command.ts";
import { connect } from "./command-line/connect.ts";
import { exitCodes } from "./command-line/errors.ts";
import { openTerminal } from "./command-line/open-terminal.ts";
import { program } from "./command-line/options.ts";
import { openInvoicesCommand } from "./open-invoices.ts";
import { payCommand } from "./pay.ts";
import { reverseCommand } from "./reverse.ts";

const commands: Readonly<Record<string, Command>> = {
	pay: payCommand,
	"open-invoices": openInvoicesCommand,
	reverse: reverseCommand,
};

const usage = `Usage: ${program} <command>

  pay <file>                records the payments of a workbook or a CSV file
  open-invoices [<file>]    writes the open invoices as a file to fill in
  reverse <run>             undoes what a payment run has paid

"${program} <command> --help" shows the options of a command.
`;

const terminal = openTerminal(process);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
	process.on(signal, () => {
		terminal.progress.stop();
		// The service holds what was done, so that the process may end at any moment.
		terminal.printError(
			"Interrupted. Run the same command again: it continues, and pays nothing twice",
		);
		process.exit(exitCodes.interrupted);
	});

const [name = "", ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command)
	process.exitCode = await command(args, {
		terminal,
		connect: (options) => connect(options, terminal),
		sleep: async (milliseconds) => {
			await sleep(milliseconds);
		},
	});
else if (name === "--help" || name === "-h") terminal.print(usage);
else {
	const problem =
		name === ""
			? "A command is missing"
			: `Unknown command ${JSON.stringify(name.slice(0, 100))}`;
	terminal.printError(`${problem}. ${usage}`);
	process.exitCode = exitCodes.badInput;
}
