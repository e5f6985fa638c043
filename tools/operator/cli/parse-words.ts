import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Arguments, UsageError } from "./command.ts";

/**
 * Parses the words of a command line into options and arguments.
 *
 * @throws UsageError For an unknown option, and for an option without its value.
 */
export function parseWords(
	args: string[],
	options: ParseArgsOptionsConfig,
): Arguments {
	try {
		return parseArgs({ args, allowPositionals: true, options });
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		// Only the first sentence of the parser's message is used: the rest is advice on positional arguments.
		const [reason = ""] = error.message.split(/\.\s/);
		throw new UsageError(`${reason}: --help shows the arguments`);
	}
}
