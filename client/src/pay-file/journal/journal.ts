import { InputError, TakenError } from "../errors.ts";
import { localTime } from "../output/report.ts";
import {
	applyEntry,
	type Entry,
	emptyState,
	fromRanges,
	type JournalState,
	type RowState,
	type SkippedEntry,
	type Target,
} from "./entries.ts";
import {
	cutEnd,
	type JournalDisk,
	readJournalText,
	toLine,
} from "./journal-file.ts";

/** Records the outcomes of a file's rows, next to the file. */
export interface Journal {
	readonly state: JournalState;
	/** When a run before this one last sent a request. */
	readonly lastSentAt?: number;
	/** Whether this run has sent a request. */
	hasSent(): boolean;
	/** Indexes of the rows that runs before this one have paid. */
	readonly paidBefore: ReadonlySet<number>;
	/**
	 * Writes an entry to the disk. Only then may what it announces be done.
	 *
	 * @throws TakenError when another process writes to the journal too.
	 */
	append(entry: Entry): void;
}

/** What a journal says, without writing to it. */
export function readJournal(bytes: Buffer): JournalState {
	const state = emptyState();
	for (const entry of readJournalText(bytes).entries) applyEntry(state, entry);
	return state;
}

/**
 * Begins a run: continues the journal, or begins it.
 *
 * @throws InputError when it belongs to another target, or is damaged.
 */
export function openJournal(
	disk: JournalDisk,
	target: Target,
	now: number,
	keepsOthers: KeepsOthers,
	words: Words,
): Journal {
	const bytes = disk.read();
	const { entries, isTorn } = readJournalText(bytes);
	const state = emptyState();
	for (const entry of entries) applyEntry(state, entry);
	const { corrects } = refuseTarget(state, target, keepsOthers, words);
	let size = bytes.length;

	const write = (entry: Entry, prefix = "") => {
		const line = Buffer.from(prefix + toLine(entry, size + prefix.length));
		disk.append(line);
		disk.sync();
		size += line.length;
		// With each entry in its place, every process that goes on has seen all entries before its own.
		if (disk.size() !== size)
			throw new TakenError(
				"Another process works on this file; this one stops",
			);
	};

	const isCut = bytes.length > 0 && bytes.at(-1) !== 0x0a;
	const { lastSentAt } = state;
	let hasSent = false;
	const paidBefore = new Set(
		[...state.rows.keys()].filter((row) => isDone(state.rows.get(row))),
	);
	const run: Entry = {
		type: "run",
		format: 1,
		at: new Date(now).toISOString(),
		...target,
		...(isTorn && { afterTornEntry: true }),
		...(corrects && { corrects }),
	};
	write(run, isCut ? cutEnd : "");
	applyEntry(state, run);
	return {
		state,
		paidBefore,
		...(lastSentAt !== undefined && { lastSentAt }),
		hasSent: () => hasSent,
		append(entry) {
			write(entry);
			hasSent ||= entry.type === "sending";
			applyEntry(state, entry);
		},
	};
}

/** Whether the file differs from that of the journal in rows only that were left out as bad. */
export type KeepsOthers = (skipped: SkippedEntry) => boolean;

/** The words of the task, such as `pay` and `paid`. */
export interface Words {
	verb: string;
	done: string;
	/** Where the rows are that were left out as bad. */
	leftOut?: string;
}

/**
 * @returns Whether the file has changed in such rows.
 * @throws InputError that says what differs.
 */
export function refuseTarget(
	{ run, rows, skipped }: JournalState,
	target: Target,
	keepsOthers: KeepsOthers,
	words: Words,
): { corrects?: true } {
	const { verb, done } = words;
	if (!run || rows.size === 0) return {};
	if (run.url !== target.url || run.organization !== target.organization)
		throw new InputError(
			`This file was begun at ${run.url}, organization ${run.organization}; this is ${target.url}, organization ${target.organization}. To ${verb} it there as well, copy it under another name`,
		);
	if (run.file !== target.file) {
		if (skipped && keepsOthers(skipped)) return { corrects: true };
		throw new InputError(
			isPaid(run, rows)
				? `Other payments under this file name were ${done} in the run of ${localTime(Date.parse(run.at))}. Give the file another name, or move its journal (<file>.journal) away`
				: describeChange({ run, rows, ...(skipped && { skipped }) }, words),
		);
	}
	if (run.payments !== target.payments)
		throw new InputError(
			"The file is read with other options (--columns, --date-format, --delimiter) than in its first run",
		);
	return {};
}

/** What is allowed of a file whose rows are not all done. */
function describeChange(
	{
		run,
		rows,
		skipped,
	}: Pick<JournalState, "rows" | "skipped"> & { run: Target & { at: string } },
	{ leftOut }: Words,
): string {
	const left = new Set(fromRanges(skipped?.rows ?? []));
	const isLeft = (index: number) =>
		!left.has(index) &&
		["OPEN", "NOT_TAKEN", ""].includes(rows.get(index)?.status ?? "");
	const isUnfinished = Array.from(
		{ length: run.rows },
		(_, index) => index,
	).some(isLeft);
	const of = isUnfinished
		? ", which is not finished. Restore it and finish the run"
		: ". Restore it";
	const correct =
		left.size === 0
			? ""
			: `. Of this file, only the rows that were left out may be corrected, each in its line${leftOut === undefined ? "" : `; or correct and run ${leftOut}`}`;
	return `The file has changed since its run of ${localTime(Date.parse(run.at))}${of}; put other rows into another file${correct}`;
}

const isPaid = (run: Target, rows: JournalState["rows"]) =>
	rows.size === run.rows && [...rows.values()].every(isDone);

const isDone = (row: RowState | undefined) => row?.status === "DONE";
