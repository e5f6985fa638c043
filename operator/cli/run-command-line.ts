import { WriteStream } from "node:tty";
import { parseArgs } from "node:util";
import { ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import { systemClock } from "../../shared/runtime/clock.ts";
import { toOneLine } from "../../shared/runtime/one-line.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { CommandError } from "../command-error.ts";
import { newSecret } from "../keys/create-key.ts";
import type { Arguments, Command } from "./command.ts";
import { UsageError } from "./command.ts";
import { commands } from "./commands.ts";
import { readStoreOptions, storeOptions } from "./open-store.ts";
import { type Output, write } from "./output.ts";
import { usageOf, usageOfAll } from "./usage.ts";

/**
 * Runs one command line. An error is written to standard error as one line.
 *
 * @returns The exit code (contract 5): 0 success, 1 refused, 2 wrong usage.
 */
export async function runCommandLine(
	words: string[],
	output: Output = process,
): Promise<0 | 1 | 2> {
	try {
		await run(words, output);
		return 0;
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		output.stderr.write(`${toOneLine(message)}\n`);
		return error instanceof UsageError ? 2 : 1;
	}
}

async function run(words: string[], output: Output) {
	const [name, command, rest] = findCommand(words);
	if (!command) return write(output, [usageOfAll(commands)]);
	const args = parse(command, rest);
	if (args.values.help) return write(output, [usageOf(name, command)]);

	const openStore = readStoreOptions(args);
	const work = command.prepare(args);
	const { close, ...store } = await openStore();
	const { stdout } = output;
	try {
		await work({
			...store,
			now: systemClock(),
			newSecret,
			write: (pieces) => write(output, pieces),
			terminal: stdout instanceof WriteStream ? stdout : null,
		});
	} catch (error) {
		throw toTableError(error, store.table);
	} finally {
		await close();
	}
}

/** The error of the store does not name the table that is missing. */
function toTableError(error: unknown, { name }: Table): unknown {
	return error instanceof ResourceNotFoundException
		? new CommandError(
				`No such table: ${JSON.stringify(name)}; check --table and --region`,
			)
		: error;
}

/** A command's name has one or two words. The command is undefined when `--help` is requested for all commands. */
function findCommand(
	words: string[],
): [name: string, command: Command | undefined, rest: string[]] {
	for (const length of [2, 1]) {
		const name = words.slice(0, length).join(" ");
		const command = commands.get(name);
		if (command) return [name, command, words.slice(length)];
	}
	if (words.includes("--help")) return ["", undefined, []];
	const fault = words[0] === undefined ? "No command" : "Unknown command";
	throw new UsageError(
		`${fault}; commands are ${[...commands.keys()].join(", ")}`,
	);
}

function parse({ options }: Command, words: string[]): Arguments {
	try {
		return parseArgs({
			args: words,
			allowPositionals: true,
			options: { ...options, ...storeOptions, help: { type: "boolean" } },
		});
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		// The first sentence of the parser's message; the rest is advice on positional arguments.
		const [reason = ""] = error.message.split(/\.\s/);
		throw new UsageError(`${reason}: --help shows the arguments`);
	}
}
