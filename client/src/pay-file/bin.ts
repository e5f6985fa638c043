import {
	type Command,
	openInvoicesCommand,
	payCommand,
	reverseCommand,
} from "./commands.ts";
import { runCommand } from "./main.ts";
import { usage } from "./options/help.ts";
import { exitCodes } from "./task.ts";

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
