import { createInterface } from "node:readline";
import { createProgress } from "./progress.ts";
import { guarded, type Terminal } from "./terminal.ts";

/** The terminal of this process. */
export function openTerminal(process: NodeJS.Process): Terminal {
	const { stdin, stdout, stderr } = process;
	// The command goes on when the reader of its output has gone away.
	for (const output of [stdout, stderr]) output.on("error", () => {});
	const screen = stdin.isTTY
		? [stderr, stdout].find(({ isTTY }) => isTTY)
		: undefined;
	const progress = createProgress(stderr, () => performance.now());
	return guarded({
		progress,
		print: (text) => stdout.write(`${text}\n`),
		printError: (text) => stderr.write(`${text}\n`),
		...(screen && {
			ask: (question) => ask(process, screen, question),
		}),
	});
}

/** Asks a question on the screen. The end of the input is an empty answer. */
async function ask(
	process: NodeJS.Process,
	screen: NodeJS.WritableStream,
	question: string,
): Promise<string> {
	const lines = createInterface({ input: process.stdin, output: screen });
	try {
		return await new Promise((resolve) => {
			lines.question(question, resolve);
			lines.on("close", () => resolve(""));
			// A terminal in this mode does not turn Ctrl-C into a signal.
			lines.on("SIGINT", () => process.emit("SIGINT"));
		});
	} finally {
		lines.close();
	}
}
