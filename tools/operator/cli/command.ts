import type { ParseArgsOptionsConfig } from "node:util";
import type { Table } from "../../../shared/dynamodb/table.ts";
import type { Clock } from "../../../shared/environment/clock.ts";
import { toSingleLine } from "../../../shared/logging/terminal-text.ts";
import type { DeadLetters } from "../../../shared/queue/dead-letters.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import { listText } from "../export/export-text.ts";
import type { NewSecret } from "../keys/create-key.ts";
import type { Output } from "./output.ts";
import type { Terminal } from "./progress.ts";

/** The command line is not valid. The message is one line that names the argument. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

/**
 * Writes an error as one line.
 *
 * @returns The exit code.
 */
export function reportError(error: unknown, { stderr }: Output): 1 | 2 {
	const message = error instanceof Error ? error.message : String(error);
	stderr.write(`${toSingleLine(message)}\n`);
	return error instanceof UsageError ? 2 : 1;
}

/** A command of the operator (contract 5). */
export interface Command {
	/** The arguments, as the help shows them after the name. */
	usage: string;
	/** The summary is one line in the imperative. */
	summary: string;
	/** Further lines of its help, such as the values of an option. */
	notes?: string;
	options?: ParseArgsOptionsConfig;
	/** Whether a local store that does not exist is created. When absent, the command refuses to run without a store. */
	createsStore?(args: Arguments): boolean;
	/**
	 * Parses the arguments before the store is opened.
	 *
	 * @returns The function that runs the command.
	 * @throws UsageError
	 */
	prepare(args: Arguments): (world: CommandWorld) => Promise<void>;
}

export interface Arguments {
	positionals: string[];
	values: Record<string, OptionValue>;
}

/** The option of a command that asks before it does what cannot be undone. */
export const yesOption = { yes: { type: "boolean" } } as const;

type OptionValue = string | boolean | (string | boolean)[] | undefined;

/** The dependencies of a command. */
export interface CommandWorld {
	/** The table refuses writes: those go through `audit`. */
	table: Table;
	audit: AuditTrail;
	/** Whether the table belongs to a local stack that is not running, so that no function processes its batches. */
	isStackStopped: boolean;
	/** Another table of AWS, or the table of another data directory. It is closed with the first one. */
	openOther(name: string): Promise<Table>;
	/** Finds and opens the queues, which few commands need. It may be called only once. */
	openDeadLetters(): Promise<DeadLetters>;
	/** When the command began. */
	now: Date;
	/** For a command that waits. */
	clock: Clock;
	newSecret: NewSecret;
	/**
	 * Asks whether to go on, at a terminal. `--yes` (`yesOption`) is the answer in advance.
	 *
	 * @throws CommandError when the answer is no, or nobody can give one.
	 */
	confirm(question: string): Promise<void>;
	/** Writes a line to standard error, for what a program that reads the output should not see. */
	note(line: string): void;
	/** Shows how much is done, on standard error if it is a terminal. */
	showProgress(done: number, total: number): void;
	/** Shows on standard error how long a command has waited, in lines if it is not a terminal. */
	showWait(seconds: number, total: number): void;
	/**
	 * Writes to standard output.
	 *
	 * @returns False when its reader has closed it.
	 */
	write(pieces: Iterable<string> | AsyncIterable<string>): Promise<boolean>;
	/** Standard output if it is a terminal, else null. */
	terminal: Terminal | null;
}

/**
 * Returns a command's positional arguments by name.
 *
 * @throws UsageError When one is missing, or there are more.
 */
export function operands<Name extends string>(
	{ positionals }: Arguments,
	...names: readonly Name[]
): Record<Name, string> {
	const missing = names[positionals.length];
	if (missing)
		throw new UsageError(`<${missing}> is missing: --help shows the arguments`);
	const extra = positionals[names.length];
	if (extra !== undefined)
		throw new UsageError(
			`unexpected argument ${JSON.stringify(extra)}: --help shows the arguments`,
		);
	const entries = names.map((name, index) => [name, positionals[index]]);
	return Object.fromEntries(entries);
}

export function option(
	{ values }: Arguments,
	name: string,
): string | undefined {
	const value = values[name];
	return typeof value === "string" ? value : undefined;
}

export function requireOption(args: Arguments, name: string): string {
	const value = option(args, name);
	if (value === undefined)
		throw new UsageError(`--${name} is missing: --help shows the arguments`);
	return value;
}

export const json = (value: unknown): [string] => [
	`${JSON.stringify(value, null, 2)}\n`,
];

/** Writes records as commands do, as an array with one record per line. */
export async function* arrayText(records: AsyncIterable<object>) {
	yield* listText(records);
	yield "\n";
}
