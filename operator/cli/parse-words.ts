import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Arguments, UsageError } from "./command.ts";

/**
 * Parses the words of a command line into options and arguments.
 *
 * @throws UsageError for an unknown option, one without its value, and one that is given twice: of two stacks, none
 *   should be chosen silently.
 */
export function parseWords(
	words: string[],
	options: ParseArgsOptionsConfig,
): Arguments {
	const { tokens, ...args } = parse(words, options);
	const given = new Set<string>();
	for (const token of tokens) {
		if (token.kind !== "option" || options[token.name]?.multiple) continue;
		if (given.has(token.name))
			throw new UsageError(
				`--${token.name} is given twice: --help shows the arguments`,
			);
		given.add(token.name);
	}
	return args;
}

function parse(words: string[], options: ParseArgsOptionsConfig) {
	try {
		return parseArgs({
			args: words,
			allowPositionals: true,
			tokens: true,
			options,
		});
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		// The first sentence of the parser's message; the rest is advice on positional arguments.
		const [reason = ""] = error.message.split(/\.\s/);
		throw new UsageError(`${reason}: --help shows the arguments`);
	}
}
