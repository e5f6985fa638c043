import type { ParseArgsOptionsConfig } from "node:util";
import type { DeadLetters } from "../../shared/queue/dead-letters.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { NewSecret } from "../keys/secret.ts";
import type { Terminal } from "./progress.ts";
import { UsageError } from "./usage-error.ts";

/** One of the operator's commands (contract 5). */
export interface Command {
	/** The words behind its name. */
	usage: string;
	summary: string;
	options?: ParseArgsOptionsConfig;
	/**
	 * Reads its arguments, and throws UsageError when they are wrong, before anything is opened; what it returns does
	 * the work.
	 */
	prepare(args: Arguments): (world: CommandWorld) => Promise<void>;
}

export interface Arguments {
	positionals: string[];
	values: Record<string, OptionValue>;
}

type OptionValue = string | boolean | (string | boolean)[] | undefined;

/** What a command may use. */
export interface CommandWorld {
	table: Table;
	/** The table is that of a local stack which does not run: nothing goes on in it by itself. */
	isStackStopped: boolean;
	/** Once at most: who has no use for the queue spares its being looked for. */
	openDeadLetters(): Promise<DeadLetters>;
	now: Date;
	newSecret: NewSecret;
	/** To standard output. */
	write(pieces: Iterable<string> | AsyncIterable<string>): Promise<void>;
	/** Standard output, if it is one. */
	terminal: Terminal | null;
}

/** A command's operands, by name, all of which must be there. */
export function operands<Name extends string>(
	{ positionals }: Arguments,
	...names: readonly Name[]
): Record<Name, string> {
	const missing = names[positionals.length];
	if (missing) throw new UsageError(`<${missing}> is missing`);
	const extra = positionals[names.length];
	if (extra !== undefined)
		throw new UsageError(`unexpected argument ${JSON.stringify(extra)}`);
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
	if (value === undefined) throw new UsageError(`--${name} is missing`);
	return value;
}

export const json = (value: unknown): [string] => [
	`${JSON.stringify(value, null, 2)}\n`,
];
