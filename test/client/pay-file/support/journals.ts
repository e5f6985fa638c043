import type { Target } from "../../../../client/src/pay-file/journal/entries.ts";
import {
	openJournal,
	readJournal,
} from "../../../../client/src/pay-file/journal/journal.ts";
import {
	type JournalDisk,
	openJournalDisk,
} from "../../../../client/src/pay-file/journal/journal-file.ts";

const target: Target = {
	url: "https://world",
	organization: "acme",
	file: "f",
	payments: "p",
	rows: 3,
};
export const at = "2026-11-21T10:00:00.000Z";
const now = Date.parse(at);

export const openOn = (disk: JournalDisk) =>
	openJournal(disk, target, now, () => false, { verb: "pay", done: "paid" });
export const openAt = (path: string) => openOn(openJournalDisk(path));

export function memoryDisk(content: Buffer): JournalDisk {
	let bytes = content;
	return {
		read: () => bytes,
		append(more) {
			bytes = Buffer.concat([bytes, more]);
		},
		sync() {},
		size: () => bytes.length,
		close() {},
	};
}

/** A journal of five lines. */
export function writeJournal(path: string) {
	const journal = openAt(path);
	journal.append({ type: "sending", at, key: "k1", rows: [[0, 1]] });
	journal.append({ type: "batch", key: "k1", bulkActionSlug: "B1" });
	journal.append({
		type: "outcome",
		at,
		key: "k1",
		results: [
			{ status: "DONE", rows: [[0, 0]] },
			{ status: "ERROR", reason: "NOT_FOUND", rows: [[1, 1]] },
		],
	});
	journal.append({ type: "sending", at, key: "k2", rows: [[2, 2]] });
}

export const statuses = (bytes: Buffer) =>
	[...readJournal(bytes).rows].map(([row, { status }]) => `${row} ${status}`);
