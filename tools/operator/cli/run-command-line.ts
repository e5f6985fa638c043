import { WriteStream } from "node:tty";
import { systemClock } from "../../../shared/environment/clock.ts";
import { toSingleLine } from "../../../shared/logging/terminal-text.ts";
import { openAuditTrail, readOnly } from "../audit/audit-trail.ts";
import { CommandError } from "../command-error.ts";
import { newSecret } from "../keys/create-key.ts";
import { explainAwsError } from "./aws-errors.ts";
import { type Arguments, reportError } from "./command.ts";
import { commands } from "./commands.ts";
import { findCommand } from "./find-command.ts";
import { readStoreOptions, storeOptions } from "./open-store.ts";
import { askYesOrNo, type Output, write } from "./output.ts";
import { parseWords } from "./parse-words.ts";
import { progressBar, waitingBar } from "./progress.ts";
import { usageOf, usageOfAll } from "./usage.ts";

const help = { type: "boolean", short: "h" } as const;

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
		return reportError(error, output);
	}
}

async function run(words: string[], output: Output) {
	const { name, command, rest, isHelp } = findCommand(words);
	if (!command) return write(output, [usageOfAll(commands)]);
	const args = parseWords(rest, { ...command.options, ...storeOptions, help });
	if (isHelp || args.values.help)
		return write(output, [usageOf(name, command)]);

	const openStore = readStoreOptions(args, {
		mayCreate: command.createsStore?.(args) ?? false,
	});
	const work = command.prepare(args);
	const { close, findOperator, table, place, ...store } = await openStore();
	const { stdout } = output;
	const note = (line: string) => {
		output.stderr.write(`${toSingleLine(line)}\n`);
	};
	note(place);
	const audit = openAuditTrail(table, {
		name,
		words: toWords(args),
		findOperator,
		clock: systemClock,
	});
	try {
		await work({
			...store,
			table: readOnly(table),
			audit,
			now: systemClock(),
			clock: systemClock,
			newSecret,
			confirm: (question) => confirm(output, args, question),
			note,
			showProgress: progressBar(output.stderr),
			showWait: waitingBar(output.stderr),
			write: (pieces) => write(output, pieces),
			terminal: stdout instanceof WriteStream ? stdout : null,
		});
		await audit.end({ note });
	} catch (error) {
		const failure = explainAwsError(error, table.name);
		await audit.end({ failure, note });
		throw failure;
	} finally {
		await close();
	}
}

async function confirm(
	output: Output,
	{ values }: Arguments,
	question: string,
) {
	if (values.yes === true) return;
	const isYes = await askYesOrNo(output, toSingleLine(question));
	if (isYes === undefined)
		throw new CommandError(
			`${question} There is no terminal to answer at: repeat the command with --yes`,
		);
	if (!isYes) throw new CommandError("Nothing was changed");
}

/** The words that were typed, without the location of the store. */
const toWords = ({ positionals, values }: Arguments): string[] => [
	...positionals,
	...Object.entries(values)
		.filter(([name]) => !Object.hasOwn(storeOptions, name))
		.flatMap(([name, value]) =>
			[value]
				.flat()
				.flatMap((one) =>
					one === true ? [`--${name}`] : [`--${name}`, String(one)],
				),
		),
];
