import type { ClientContext } from "../client-context.ts";
import type { Timing } from "../timing.ts";
import type { OpenedOrganization } from "./connection.ts";
import { exitCodes, withExitCode } from "./errors.ts";
import type { LoadedFile } from "./files.ts";
import type { FileRow } from "./input/file-row.ts";
import type { JournalState, OpenRequest, RowState } from "./journal/entries.ts";
import type { Journal, Words } from "./journal/journal.ts";
import type { JournalDisk } from "./journal/journal-file.ts";
import type { RunOptions, ServiceOptions } from "./options.ts";
import type { Progress } from "./output/progress.ts";
import type { Messages, ResultColumns } from "./output/results.ts";
import { toTerminalText } from "./output/terminal-text.ts";

/**
 * What is done with the rows of a file. `runTask` has what is the same for all: lock, journal, question, resumption,
 * results.
 */
export interface Task extends ResultColumns {
	options: RunOptions;
	/** Such as `pay`, `paid` and `Paying`. */
	words: Words & { doing: string };
	/** A script must confirm it in any case, and not only what is unusual. */
	mustBeConfirmed: boolean;
	/** @throws InputError when it is not a file of such rows. */
	load(): Promise<LoadedFile>;
	/** @throws ServiceError when the API key lacks a permission; nothing was done. */
	requireAccess?(client: ClientContext): Promise<void>;
	/** @throws InputError when the rest of a former run is not to be done without the user's word. */
	refuseOldRun?(journal: Journal, file: LoadedFile, now: number): void;
	/** Compares rows with the records, and notes on each what is wrong with it. */
	check(rows: FileRow[], opened: Opened): Promise<void>;
	/** Rows with which nothing is wrong, though they are unusual. */
	describeUnusual(
		rows: readonly FileRow[],
		organization: OpenedOrganization,
	): string[];
	/** Goes on with a request of a former run until the journal has its outcome. */
	settle(context: RunContext, request: OpenRequest): Promise<unknown>;
	/** @param indexes Of the rows, in ascending order. */
	carryOut(context: RunContext, indexes: readonly number[]): Promise<void>;
	/** Reads what the result file has in addition to the outcomes. */
	conclude?(context: RunContext): Promise<void>;
	/** What to do with a row that is not done. */
	messages: Messages;
	/** @returns The message on the rows that were left out as bad. */
	reportLeftOut?(file: LoadedFile, bad: readonly FileRow[]): string | undefined;
}

/** What the command needs of its process; tests pass their own. */
export interface PayProcess {
	/**
	 * Pauses of the connection throw an InterruptedError when the user stops the run.
	 *
	 * @throws InputError when there is no API key.
	 */
	connect(options: ServiceOptions): ClientContext;
	/** Opens the journal at a path. */
	openDisk(path: string): JournalDisk;
	/** Milliseconds since 1970. */
	now(): number;
	newKey(): string;
	progress: Progress;
	/** Asks the user; absent when no person can answer. */
	confirm?(question: string): Promise<boolean>;
	print(text: string): void;
	printError(text: string): void;
}

/** @param args Behind the command's name. @returns The exit code. */
export type Command = (
	args: readonly string[],
	process: PayProcess,
) => Promise<number>;

/** A command that shows its help, or runs with its options. */
export const toCommand =
	<Options extends object>(
		read: (args: readonly string[]) => Options | "help",
		help: string,
		run: (options: Options, process: PayProcess) => Promise<number>,
	): Command =>
	(args, { print, printError, confirm, ...others }) => {
		const process: PayProcess = {
			...others,
			print: (text) => print(toTerminalText(text)),
			printError: (text) => printError(toTerminalText(text)),
			...(confirm && {
				confirm: (question) => confirm(toTerminalText(question)),
			}),
		};
		return withExitCode(process, async () => {
			const options = read(args);
			if (options !== "help") return await run(options, process);
			process.print(help);
			return exitCodes.paid;
		});
	};

/** A file that was read, and what its rows are compared with. */
export interface Opened {
	task: Task;
	process: PayProcess;
	file: LoadedFile;
	client: ClientContext;
	organization: OpenedOrganization;
	state: JournalState;
}

/** A run that has the file's lock and journal. */
export interface Run extends Opened {
	journal: Journal;
}

/** What each step of a run needs. */
export interface RunContext {
	/** Its pauses throw an InterruptedError when the user stops the run. */
	client: ClientContext;
	/** The service's address, for messages. */
	url: string;
	journal: Journal;
	rows: readonly FileRow[];
	/** Milliseconds since 1970, for the journal. */
	now(): number;
	newKey(): string;
	patience: Patience;
	/** Tells the user why the run waits. */
	say(message: string): void;
	/** So many rows of the request under way are done. */
	onProgress(doneOfRequest: number): void;
}

/** Ends a run in which no row is settled any more. */
export interface Patience {
	/** A row was settled, or a batch is running. */
	renew(): void;
	leftMs(): number;
}

const patienceMs = 30 * 60_000;

export function startPatience(timing: Timing): Patience {
	let endsAt = timing.now() + patienceMs;
	return {
		renew() {
			endsAt = timing.now() + patienceMs;
		},
		leftMs: () => endsAt - timing.now(),
	};
}

/** Pauses before rows are sent again that another action kept from being done. */
const skippedPausesMs = [5_000, 15_000, 45_000];

/**
 * Sends rows, and sends again those of requests that were not carried out, and a few times those whose invoice was
 * locked.
 *
 * @param send Sends some of the rows, until the journal has an outcome of each.
 */
export async function sendUntilSettled(
	context: RunContext,
	indexes: readonly number[],
	send: (waiting: readonly number[]) => Promise<void>,
) {
	const stateOf = (index: number) => context.journal.state.rows.get(index);
	let waiting = indexes;
	for (let skips = 0; waiting.length > 0; ) {
		await send(waiting);
		waiting = waiting.filter((index) => maySendAgain(stateOf(index)));
		const isSkipped = (index: number) => stateOf(index)?.status !== "NOT_TAKEN";
		const skipped = waiting.filter(isSkipped);
		if (skipped.length === 0) continue;
		const pauseMs = skippedPausesMs[skips++];
		if (pauseMs === undefined) {
			waiting = waiting.filter((index) => !isSkipped(index));
			continue;
		}
		context.say(
			`${skipped.length} rows are being changed by others; trying again`,
		);
		await context.client.timing.sleep(pauseMs);
	}
}

/** Rows of requests that were not carried out, and rows whose invoice was locked. */
const maySendAgain = (state: RowState | undefined) =>
	state?.status === "NOT_TAKEN" || state?.status === "SKIPPED";
