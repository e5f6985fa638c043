import fs, {
	appendFileSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import {
	afterEach,
	beforeEach,
	describe,
	expect,
	it,
	onTestFinished,
	vi,
} from "vitest";
import {
	InputError,
	TakenError,
} from "../../../../client/src/pay-file/errors.ts";
import {
	applyEntry,
	type Entry,
	emptyState,
	fromRanges,
	type OutcomeGroup,
	type SentInvoice,
	toRanges,
} from "../../../../client/src/pay-file/journal/entries.ts";
import { readJournal } from "../../../../client/src/pay-file/journal/journal.ts";
import {
	openJournalDisk,
	toLine,
} from "../../../../client/src/pay-file/journal/journal-file.ts";
import { propertySeed } from "../../../support/property-seed.ts";
import {
	at,
	memoryDisk,
	openAt,
	openOn,
	statuses,
	writeJournal,
} from "../support/journals.ts";

let directory = "";
let path = "";
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "pay-file-"));
	path = join(directory, "journal");
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("11.4: the journal", () => {
	it("tells what is known of each row, and which requests are open", () => {
		writeJournal(path);
		const { rows, open: requests, paidAt } = readJournal(readFileSync(path));
		expect(paidAt).toBe(Date.parse(at));
		expect([...rows]).toEqual([
			[0, { status: "DONE", key: "k1", bulkActionSlug: "B1" }],
			[
				1,
				{
					status: "ERROR",
					reason: "NOT_FOUND",
					key: "k1",
					bulkActionSlug: "B1",
				},
			],
			[2, { status: "OPEN", key: "k2" }],
		]);
		expect([...requests.keys()]).toEqual(["k2"]);
	});

	it("has the invoices that were sent with rows, until a later run may have corrected them", () => {
		const state = emptyState();
		const invoices: SentInvoice[] = [
			["a", "v", "INR"],
			["b", null, "INR", "Steel"],
		];
		const sending = { type: "sending", at, key: "k" } as const;
		const run: Entry = {
			...{ type: "run", format: 1, at, url: "u", organization: "o" },
			...{ file: "f", payments: "p", rows: 6 },
		};
		applyEntry(state, run);
		applyEntry(state, { ...sending, rows: [[3, 4]], invoices });
		applyEntry(state, { ...sending, key: "k2", rows: [[5, 5]] });
		const corrected: Entry = { ...run, corrects: true };
		applyEntry(state, { ...run });
		expect(state.run).toBe(run);
		applyEntry(state, corrected);
		applyEntry(state, { type: "skipped", rows: [[4, 4]], others: "" });
		applyEntry(state, run);
		expect([...state.invoices]).toEqual([
			[3, invoices[0]],
			[4, invoices[1]],
		]);
		expect(state.run).toBe(corrected);
		applyEntry(state, corrected);
		expect([...state.invoices]).toEqual([[3, invoices[0]]]);
	});

	it("ignores entries of an unknown request or row; only an outcome with a paid row sets the time of payment", () => {
		const state = emptyState();
		const outcome = { type: "outcome", at, key: "k" } as const;
		const results: OutcomeGroup[] = [{ status: "DONE", rows: [[0, 0]] }];
		applyEntry(state, { ...outcome, results });
		applyEntry(state, {
			type: "payments",
			key: "k",
			rows: [[0, 0]],
			ids: ["1"],
		});
		expect(state).toEqual(emptyState());
		applyEntry(state, { type: "sending", at, key: "k", rows: [[0, 0]] });
		applyEntry(state, {
			...outcome,
			results: [{ status: "SKIPPED", reason: "LOCK_HELD", rows: [[0, 0]] }],
		});
		expect(state.paidAt).toBeUndefined();
		expect(state.rows.get(0)).toEqual({
			...{ status: "SKIPPED", reason: "LOCK_HELD", key: "k" },
		});
	});

	it("has lines that every version reads", () => {
		expect(toLine({ type: "batch", key: "k", bulkActionSlug: "B1" }, 7)).toBe(
			'{"offset":7,"sha256":"af06e575075aeb05","entry":{"type":"batch","key":"k","bulkActionSlug":"B1"}}\n',
		);
	});

	it("cut at any byte, reports what its whole lines reported, and goes on", () => {
		writeJournal(path);
		const whole = readFileSync(path);
		for (let length = 0; length <= whole.length; length++) {
			const cut = whole.subarray(0, length);
			const lines = cut.subarray(0, cut.lastIndexOf("\n") + 1);
			const expected = statuses(lines);
			expect(statuses(cut)).toEqual(expected);
			const disk = memoryDisk(cut);
			const journal = openOn(disk);
			journal.append({ type: "sending", at, key: "k3", rows: [[9, 9]] });
			expect(statuses(disk.read())).toEqual([...expected, "9 OPEN"]);
		}
	});

	it("torn twice, at the end of a run and at the start of the next, goes on", () => {
		writeJournal(path);
		const torn = readFileSync(path).subarray(0, -10);
		writeFileSync(path, torn);
		openAt(path);
		const next = readFileSync(path);
		writeFileSync(path, next.subarray(0, torn.length + 30));
		openAt(path).append({ type: "sending", at, key: "k3", rows: [[9, 9]] });
		expect(statuses(readFileSync(path))).toEqual([
			"0 DONE",
			"1 ERROR",
			"9 OPEN",
		]);
	});

	it("never forgets a payment, with any later entry", () => {
		const journal = openAt(path);
		const done = { status: "DONE", rows: [[0, 0]] } as const;
		const notTaken = { status: "NOT_TAKEN", rows: [[0, 0]] } as const;
		for (const [key, result] of [
			["k1", done],
			["k2", notTaken],
		] as const) {
			journal.append({ type: "sending", at, key, rows: [[0, 0]] });
			expect(journal.state.rows.get(0)?.status).toBe(
				key === "k1" ? "OPEN" : "DONE",
			);
			const results = [{ ...result, rows: [[0, 0] as [number, number]] }];
			journal.append({ type: "outcome", at, key, results });
			expect(journal.state.rows.get(0)).toMatchObject({ key: "k1" });
		}
		expect(statuses(readFileSync(path))).toEqual(["0 DONE"]);
	});

	it("with any byte of a line changed that others follow, is refused or tells the same", () => {
		writeJournal(path);
		const whole = readFileSync(path);
		const expected = statuses(whole);
		const last = whole.lastIndexOf("\n", -2);
		fc.assert(
			fc.property(
				fc.nat({ max: last - 1 }),
				fc.integer({ min: 1, max: 255 }),
				(position, change) => {
					const changed = Buffer.from(whole);
					changed[position] = (changed[position] ?? 0) ^ change;
					try {
						expect(statuses(changed)).toEqual(expected);
					} catch (error) {
						expect(error).toBeInstanceOf(InputError);
					}
				},
			),
			{ seed: propertySeed, numRuns: 1_000 },
		);
	});

	it("stops a process whose entry another one came before, and does not count it", () => {
		const first = openAt(path);
		const second = openAt(path);
		expect(() =>
			first.append({ type: "sending", at, key: "k1", rows: [[0, 0]] }),
		).toThrow(TakenError);
		expect(() =>
			second.append({ type: "sending", at, key: "k2", rows: [[0, 0]] }),
		).toThrow(TakenError);
		expect(statuses(readFileSync(path))).toEqual([]);
	});

	it("stops a process when another one has appended anything", () => {
		const journal = openAt(path);
		appendFileSync(path, "x");
		expect(() =>
			journal.append({ type: "sending", at, key: "k1", rows: [[0, 0]] }),
		).toThrow(TakenError);
	});

	it("is synced to the disk before an entry counts as written", () => {
		const calls: string[] = [];
		const disk = openJournalDisk(path);
		const journal = openOn({
			...disk,
			append(bytes) {
				calls.push("append");
				disk.append(bytes);
			},
			sync() {
				calls.push("sync");
				disk.sync();
			},
		});
		calls.length = 0;
		journal.append({ type: "sending", at, key: "k1", rows: [[0, 0]] });
		expect(calls).toEqual(["append", "sync"]);
	});
});

describe("11.4: the file of a journal", () => {
	const spied = (replace: () => { mockRestore(): void }) => {
		const spy = replace();
		syncBuiltinESMExports();
		onTestFinished(() => {
			spy.mockRestore();
			syncBuiltinESMExports();
		});
	};

	it("has whole entries, though the disk takes a few bytes at a time", () => {
		const { writeSync } = fs;
		spied(() =>
			vi.spyOn(fs, "writeSync").mockImplementation((file, bytes, start) =>
				// Unchecked cast: the journal writes bytes.
				writeSync(
					file,
					(bytes as unknown as Buffer).subarray(start as number).subarray(0, 7),
				),
			),
		);
		writeJournal(path);
		expect(statuses(readFileSync(path))).toEqual([
			"0 DONE",
			"1 ERROR",
			"2 OPEN",
		]);
	});

	it.each([
		["linux", [true, false]],
		// It cannot open a folder.
		["win32", [false]],
	])(
		"survives a power failure: its folder is synced too, on %s",
		(platform, expected) => {
			const { fsyncSync } = fs;
			const own = process.platform;
			Object.defineProperty(process, "platform", { value: platform });
			onTestFinished(() => {
				Object.defineProperty(process, "platform", { value: own });
			});
			const synced: boolean[] = [];
			spied(() =>
				vi.spyOn(fs, "fsyncSync").mockImplementation((file) => {
					synced.push(fs.fstatSync(file).isDirectory());
					fsyncSync(file);
				}),
			);
			openAt(path);
			expect(synced).toEqual(expected);
		},
	);

	it("is closed when its run has ended", () => {
		const disk = openJournalDisk(path);
		disk.close();
		expect(() => disk.size()).toThrow("EBADF");
	});
});

it("11.4: indexes of rows survive as ranges", () => {
	expect(toRanges([0, 1, 2, 7])).toEqual([
		[0, 2],
		[7, 7],
	]);
	fc.assert(
		fc.property(fc.uniqueArray(fc.nat({ max: 200 })), (indexes) => {
			const sorted = indexes.toSorted((one, other) => one - other);
			expect(fromRanges(toRanges(sorted))).toEqual(sorted);
		}),
		{ seed: propertySeed },
	);
});
