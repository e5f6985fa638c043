import { runPayCommand } from "./main.ts";
import { usage } from "./options/help.ts";
import { exitCodes } from "./output/exit-codes.ts";

const [command, ...args] = process.argv.slice(2);
if (command === "pay" || command === "--help" || command === "-h") {
	process.exitCode = await runPayCommand(command === "pay" ? args : ["--help"]);
} else {
	process.stderr.write(
		`${command === undefined ? "A command is missing" : `Unknown command ${JSON.stringify(command.slice(0, 100))}`}. ${usage}\n`,
	);
	process.exitCode = exitCodes.badInput;
}
