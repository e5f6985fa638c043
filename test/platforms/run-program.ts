import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { projectRoot } from "../docs/markdown.ts";

interface ProgramOptions {
	/** These variables are added to the environment. */
	env?: Record<string, string>;
	cwd?: string;
	/** Prints nothing, and returns what was written to standard error, too. */
	isQuiet?: boolean;
}

/**
 * Runs a program in the project's folder and prints what it writes.
 *
 * @returns What it wrote to standard output.
 * @throws When it does not end with 0; a quiet program's output is in the message.
 */
export async function runProgram(
	program: string,
	args: readonly string[],
	{ env = {}, cwd = projectRoot, isQuiet = false }: ProgramOptions = {},
): Promise<string> {
	const child = spawn(program, args, {
		cwd,
		stdio: ["ignore", "pipe", isQuiet ? "pipe" : "inherit"],
		env: { ...process.env, NO_COLOR: "1", ...env },
	});
	let output = "";
	child.stdout?.setEncoding("utf8").on("data", (text: string) => {
		output += text;
		if (!isQuiet) process.stdout.write(text);
	});
	child.stderr?.setEncoding("utf8").on("data", (text: string) => {
		output += text;
	});
	const [code] = await once(child, "close");
	if (code === 0) return output;
	const ended = `${[program, ...args].join(" ")} ended with ${code}`;
	throw new Error(isQuiet ? `${ended}\n${output}` : ended);
}

/** Is there such a program on the PATH, and does it start? */
export const isProgram = (program: string, ...args: string[]): boolean =>
	spawnSync(program, args, { stdio: "ignore" }).status === 0;
