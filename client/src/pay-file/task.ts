import type { ClientContext } from "../client-context.ts";
import type { Organization } from "../generated/openapi.ts";
import type { FileRow } from "./input/file-row.ts";
import type { JournalState, OpenRequest, RowState } from "./journal/entries.ts";
import type { Journal, Words } from "./journal/journal.ts";
import type { JournalDisk } from "./journal/journal-file.ts";
import type { LoadedFile } from "./load-file.ts";
import type { RunOptions, ServiceOptions } from "./options/read-options.ts";
import type { Progress } from "./output/progress.ts";
import type { ResultColumns, RowResult } from "./output/result-csv.ts";
import type { RunContext } from "./run/run-context.ts";

/** What is done with the rows of a file. `runFile` has what is the same for all: lock, journal, question, resumption, results. */
export interface Task extends ResultColumns {
	options: RunOptions;
	words: TaskWords;
	/** A script must confirm it in any case, and not only what is unusual. */
	mustBeConfirmed: boolean;
	/** @throws InputError when it is not a file of such rows. */
	load(): Promise<LoadedFile>;
	/** @throws ServiceError when the API key lacks a permission; nothing was done. */
	requireAccess?(client: ClientContext): Promise<void>;
	/** @throws InputError when the rest of a former run is not to be done without the user's word. */
	refuseOldRun?(journal: Journal, file: LoadedFile, now: number): void;
	/** Compares rows with the records, and notes on each what is wrong with it. */
	check(rows: FileRow[], compared: Compared): Promise<void>;
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
	/** What is known of a row at the end. */
	toRowResult(
		row: FileRow,
		state: RowState | undefined,
		isDryRun: boolean,
	): RowResult;
	/** @returns The message on the rows that were left out as bad. */
	reportLeftOut?(file: LoadedFile, bad: readonly FileRow[]): string | undefined;
}

/** Words for a task, such as `pay`, `paid` and `Paying`. */
export interface TaskWords extends Words {
	doing: string;
}

/** What rows are compared with. */
export interface Compared {
	client: ClientContext;
	file: LoadedFile;
	state: JournalState;
	organization: OpenedOrganization;
	progress: Progress;
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

/** `options/help.ts` explains them to the user. */
export const exitCodes = {
	paid: 0,
	notAllPaid: 1,
	badInput: 2,
	unknownOutcome: 3,
	stopped: 4,
	interrupted: 130,
} as const;

export interface OpenedOrganization {
	id: string;
	baseCurrency: string;
	/** An IANA name. */
	timezone: string;
	/** Milliseconds since 1970, by the service's clock: that of this machine, or of a former run's, may be wrong. */
	now(): number;
}

/** @param localNow For a gateway that does not send the time. */
export async function openOrganization(
	{ sendRepeatedly, timing }: ClientContext,
	localNow: () => number,
): Promise<OpenedOrganization> {
	const path = "/v1.0/organization";
	const { body, headers } = await sendRepeatedly({ method: "GET", path });
	const date = Date.parse(headers.get("date") ?? "");
	const start = (Number.isNaN(date) ? localNow() : date) - timing.now();
	// Unchecked cast: the OpenAPI document gives the answer this shape.
	const { id, baseCurrency, timezone } = body.data as Organization;
	return { id, baseCurrency, timezone, now: () => start + timing.now() };
}
