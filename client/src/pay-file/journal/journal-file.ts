import { createHash } from "node:crypto";
import {
	closeSync,
	fstatSync,
	fsyncSync,
	openSync,
	readFileSync,
	writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { InputError } from "../errors.ts";
import type { Entry } from "./entries.ts";

/**
 * A line of the journal. It names the place in the file for which it was written: if two processes append at once, the
 * line of the slower one is at another place, and both the process and every reader see that it does not count.
 */
export function toLine(entry: Entry, offset: number): string {
	const text = JSON.stringify(entry);
	return `${JSON.stringify({ offset, sha256: digest(text, offset), entry })}\n`;
}

export interface JournalText {
	entries: Entry[];
	/** The last line was not written to its end: the process or the machine stopped. */
	isTorn: boolean;
}

/**
 * @throws InputError when a damaged line is followed by anything but the next run's first line, or when a line has
 *   another place than its writer gave it.
 */
export function readJournalText(bytes: Buffer): JournalText {
	const entries: Entry[] = [];
	const before: LinesBefore = new Map();
	let tornAt: number | undefined;
	for (let offset = 0, next = 0; offset < bytes.length; offset = next) {
		const newline = bytes.indexOf("\n", offset);
		next = newline < 0 ? bytes.length : newline + 1;
		const line =
			newline < 0
				? undefined
				: readLine(bytes.toString("utf8", offset, newline));
		if (line === undefined) {
			// A run that was to continue after a torn line may have left another one.
			tornAt ??= offset;
			// No process writes an empty line: none was faster with it.
			if (newline !== offset) before.set(offset, "TORN");
			continue;
		}
		if (line.offset !== offset) {
			// The writer of this line noticed, and stopped.
			const isLate = wasSlower(line, before) || hasSeenCut(line, bytes, offset);
			if (!isLate) throw damaged(tornAt ?? offset);
			before.set(offset, "LATE");
			continue;
		}
		if (tornAt !== undefined) {
			if (line.entry.type !== "run" || !line.entry.afterTornEntry)
				throw damaged(tornAt);
			tornAt = undefined;
		}
		before.set(offset, line.entry.type);
		entries.push(line.entry);
	}
	return { entries, isTorn: tornAt !== undefined };
}

/** What begins at each place before a line. */
type LinesBefore = Map<number, Entry["type"] | "TORN" | "LATE">;

/**
 * Another process wrote at the line's place before. If that line counts, one of the two begins a run: only so does a
 * process come to write where another one does. Otherwise the journal was changed, and what is missing may be a
 * payment.
 */
function wasSlower({ offset, entry }: Line, before: LinesBefore): boolean {
	const faster = before.get(offset);
	if (faster === undefined) return false;
	return ["run", "TORN", "LATE"].includes(faster) || entry.type === "run";
}

/**
 * Ends a line that was cut. It stays invalid: a newline alone could make it whole, though what it announced was not
 * done.
 */
export const cutEnd = " cut\n";

/** A run that began while another process was writing a line took it for cut: its place is inside of that line. */
const hasSeenCut = ({ offset, entry }: Line, bytes: Buffer, at: number) =>
	entry.type === "run" &&
	offset < at &&
	bytes.toString("latin1", at - cutEnd.length, at) === cutEnd;

interface Line {
	offset: number;
	sha256: string;
	entry: Entry;
}

function readLine(text: string): Line | undefined {
	try {
		// Unchecked cast: the digest shows that this program wrote the entry.
		const line = JSON.parse(text) as Line;
		const isWhole =
			digest(JSON.stringify(line.entry), line.offset) === line.sha256;
		return isWhole ? line : undefined;
	} catch {
		return undefined;
	}
}

const digest = (text: string, offset: number) =>
	createHash("sha256").update(`${offset} ${text}`).digest("hex").slice(0, 16);

const damaged = (offset: number) =>
	new InputError(
		`The journal is damaged at byte ${offset}: what was paid cannot be read from it. Ask the operator of the service to compare the payments of its invoices before you pay any row again`,
	);

/** A file that is only appended to. */
export interface JournalDisk {
	read(): Buffer;
	append(bytes: Buffer): void;
	/** Returns when all that was appended survives a power failure. */
	sync(): void;
	size(): number;
	close(): void;
}

/** Opens a file for appending; creates it, readable by its owner only, when absent. */
export function openJournalDisk(path: string): JournalDisk {
	const file = openSync(path, "a+", 0o600);
	syncDirectory(dirname(path));
	return {
		read: () => readFileSync(path),
		append(bytes) {
			for (let written = 0; written < bytes.length; )
				written += writeSync(file, bytes, written);
		},
		sync: () => fsyncSync(file),
		size: () => fstatSync(file).size,
		close: () => closeSync(file),
	};
}

/** Otherwise a new file may be missing after a power failure, its synced content with it. */
function syncDirectory(path: string) {
	// Windows cannot open a directory, and does not need it.
	if (process.platform === "win32") return;
	const directory = openSync(path, "r");
	try {
		fsyncSync(directory);
	} finally {
		closeSync(directory);
	}
}
