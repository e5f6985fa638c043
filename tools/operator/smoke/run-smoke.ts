import { systemClock } from "../../../shared/environment/clock.ts";
import { toSingleLine } from "../../../shared/logging/terminal-text.ts";
import { explainAwsError } from "../cli/aws-errors.ts";
import { reportError } from "../cli/command.ts";
import type { OpenStore } from "../cli/open-store.ts";
import type { Output } from "../cli/output.ts";
import { CommandError } from "../command-error.ts";
import { newSecret } from "../keys/create-key.ts";
import {
	readSmokeOptions,
	type SmokeOptions,
	smokeUsage,
} from "./smoke-options.ts";
import { clean, smokeTest } from "./smoke-test.ts";

/**
 * Runs the smoke test: `npm run smoke`. An error is written to standard error as one line.
 *
 * @param signal When it is aborted, the remaining checks are not run, and what was created is deleted.
 * @returns The exit code.
 */
export async function runSmoke(
	words: string[],
	signal: AbortSignal,
	output: Output = process,
): Promise<0 | 1 | 2> {
	const writeLine = (line: string) => output.stdout.write(`${line}\n`);
	const note = (line: string) => output.stderr.write(`${toSingleLine(line)}\n`);
	try {
		const options = readSmokeOptions(words);
		if (!options) writeLine(smokeUsage.trimEnd());
		else if (!(await run(options, signal, { writeLine, note }))) return 1;
		return 0;
	} catch (error) {
		return reportError(error, output);
	}
}

interface Lines {
	/** Writes a line to standard output. */
	writeLine(line: string): void;
	/** Writes a line to standard error. */
	note(line: string): void;
}

/** @returns Whether every check passed. */
async function run(
	{ openStore, findUrl, findDeafAlarms, clean: cleaned }: SmokeOptions,
	signal: AbortSignal,
	{ writeLine, note }: Lines,
): Promise<boolean> {
	let store: OpenStore | undefined;
	try {
		store = await openStore();
		const { table, isStackStopped, place } = store;
		note(place);
		if (cleaned !== undefined) {
			const deleted = await clean(table, cleaned, writeLine);
			if (deleted === 0)
				throw new CommandError(
					`Nothing of ${cleaned} is in the table ${table.name}: check --stack, --table or --data-dir`,
				);
			return true;
		}
		if (isStackStopped)
			throw new CommandError("The local stack is not running: npm start");
		const url = await findUrl();
		const now = systemClock();
		const isPassed = await smokeTest({
			table,
			url,
			now,
			newSecret,
			signal,
			writeLine,
		});
		const deaf = await findDeafAlarms();
		if (deaf) writeLine(deaf);
		return isPassed;
	} catch (error) {
		throw explainAwsError(error, store?.table.name);
	} finally {
		await store?.close();
	}
}
