import { closest, distance } from "fastest-levenshtein";
import { type Command, UsageError } from "./command.ts";
import { commands } from "./commands.ts";

/** A command name that differs in more characters is not suggested. */
const typosMax = 3;

/** What a command line asks for. */
export interface Request {
	name: string;
	/** Undefined for the help of all commands. */
	command: Command | undefined;
	rest: string[];
	/** Whether only the command's help is wanted. */
	isHelp: boolean;
}

/**
 * Finds the command at the beginning of a command line. Its name has one or two words. `help <name>` is short for
 * `<name> --help`.
 *
 * @throws UsageError For an unknown command. It names the most similar one.
 */
export function findCommand(words: string[]): Request {
	const isHelp = words[0] === "help";
	const [first, ...others] = isHelp ? words.slice(1) : words;
	const named = first === undefined ? [] : [first, ...others];
	for (const length of [2, 1]) {
		const name = named.slice(0, length).join(" ");
		const command = commands.get(name);
		if (command) return { name, command, rest: named.slice(length), isHelp };
	}
	if ((isHelp && first === undefined) || named.some(isHelpOption))
		return { name: "", command: undefined, rest: [], isHelp: true };
	throw unknownCommand(named);
}

const isHelpOption = (word: string) => word === "--help" || word === "-h";

function unknownCommand(words: string[]): UsageError {
	const fault = words.length === 0 ? "No command" : "Unknown command";
	const names = [...commands.keys()];
	const similar = findSimilar(words, names);
	return new UsageError(
		similar
			? `${fault}: did you mean ${JSON.stringify(similar)}? npm run org -- help lists all`
			: `${fault}; commands are ${names.join(", ")}`,
	);
}

/** Compares the first two words with names of two words, and the first word with names of one word. */
function findSimilar(
	words: readonly string[],
	names: readonly string[],
): string | undefined {
	const candidates = [2, 1].flatMap((length) => {
		const typed = words.slice(0, length).join(" ").toLowerCase();
		const same = names.filter((name) => name.split(" ").length === length);
		const name = closest(typed, same);
		return [{ name, typos: distance(typed, name) }];
	});
	const [best] = candidates.sort((a, b) => a.typos - b.typos);
	return best && best.typos <= typosMax ? best.name : undefined;
}
