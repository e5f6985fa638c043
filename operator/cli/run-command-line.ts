import { parseArgs } from "node:util";
import { systemClock } from "../../shared/runtime/clock.ts";
import { toOneLine } from "../../shared/runtime/one-line.ts";
import { newSecret } from "../keys/secret.ts";
import type { Arguments, Command } from "./command.ts";
import { commands } from "./commands.ts";
import { namingTable } from "./naming-table.ts";
import { readStoreOptions, storeOptions } from "./open-store.ts";
import { write } from "./output.ts";
import { usageOf, usageOfAll } from "./usage.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Carries out one command line; what it refuses it says in one line on standard error.
 *
 * @returns The exit code: 0, 1 = refused, 2 = wrong usage (contract 5).
 */
export async function runCommandLine(words: string[]): Promise<0 | 1 | 2> {
	try {
		await run(words);
		return 0;
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		process.stderr.write(`${toOneLine(message)}\n`);
		return error instanceof UsageError ? 2 : 1;
	}
}

async function run(words: string[]) {
	const [name, command, rest] = findCommand(words);
	if (!command) return write([usageOfAll(commands)]);
	const args = parse(command, rest);
	if (args.values.help) return write([usageOf(name, command)]);

	const openStore = readStoreOptions(args);
	const work = command.prepare(args);
	const { close, ...store } = await openStore();
	const terminal = process.stdout.isTTY ? process.stdout : null;
	const now = systemClock();
	try {
		await namingTable(store.table, () =>
			work({ ...store, now, newSecret, write, terminal }),
		);
	} finally {
		await close();
	}
}

/** A command's name is one word or two. No command: help is wanted. */
function findCommand(
	words: string[],
): [name: string, command: Command | undefined, rest: string[]] {
	for (const length of [2, 1]) {
		const name = words.slice(0, length).join(" ");
		const command = commands.get(name);
		if (command) return [name, command, words.slice(length)];
	}
	if (words.includes("--help")) return ["", undefined, []];
	const complaint = words[0] === undefined ? "No command" : "Unknown command";
	throw new UsageError(
		`${complaint}; commands are ${[...commands.keys()].join(", ")}`,
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
		// Of what the parser says, the first sentence; the next one is advice on parsing.
		const [reason = ""] = String((error as Error).message).split(/\.\s/);
		throw new UsageError(reason);
	}
}
