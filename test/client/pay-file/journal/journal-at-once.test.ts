import fc from "fast-check";
import { expect, it } from "vitest";
import { TakenError } from "../../../../client/src/pay-file/errors.ts";
import { readJournal } from "../../../../client/src/pay-file/journal/journal.ts";
import type { JournalDisk } from "../../../../client/src/pay-file/journal/journal-file.ts";
import { propertySeed } from "../../../support/property-seed.ts";
import { at, memoryDisk, openOn } from "../support/journals.ts";

/** What one of three processes does: it begins when it has not, and else writes an entry. */
const step = fc.record({
	process: fc.nat({ max: 2 }),
	/** What comes next happens before it sees how long the file has become. */
	isOvertaken: fc.boolean(),
	/** So many bytes of the latest line it does not see yet when it begins. */
	unseen: fc.option(fc.nat({ max: 400 }), { nil: 0 }),
	/** It is killed when it has written so many bytes. */
	killedAt: fc.option(fc.nat({ max: 400 }), { nil: undefined, freq: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** @returns The file, and the keys of the entries of which a process knows that they are written, in their order. */
function runAtOnce(steps: readonly Step[]) {
	const left = [...steps];
	const written: string[] = [];
	const journals = new Map<number, ReturnType<typeof openOn>>();
	let bytes = Buffer.alloc(0);
	let latest = 0;
	const diskOf = (current: { step: Step }): JournalDisk => ({
		...memoryDisk(bytes),
		read: () =>
			bytes.subarray(0, bytes.length - Math.min(current.step.unseen, latest)),
		append(more) {
			const { killedAt = more.length } = current.step;
			const part = more.subarray(0, killedAt);
			latest = part.length;
			bytes = Buffer.concat([bytes, part]);
			if (part.length < more.length) throw new TakenError("Killed");
		},
		sync() {
			if (current.step.isOvertaken) takeStep();
		},
		size: () => bytes.length,
	});
	const currents = new Map<number, { step: Step }>();
	function takeStep() {
		const next = left.shift();
		if (!next) return;
		const { process } = next;
		const key = `k${steps.length - left.length}`;
		const journal = journals.get(process);
		journals.delete(process);
		try {
			const current = currents.get(process) ?? { step: next };
			current.step = next;
			const running = journal ?? openOn(diskOf(current));
			if (journal) running.append({ type: "sending", at, key, rows: [] });
			if (journal) written.push(key);
			currents.set(process, current);
			journals.set(process, running);
		} catch (error) {
			if (!(error instanceof TakenError)) throw error;
			currents.delete(process);
		}
	}
	while (left.length > 0) takeStep();
	return { bytes, written };
}

it("11.4: a journal is never refused, whenever processes begin, write at once and are killed, and has every entry that they wrote", () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
			const { bytes, written } = runAtOnce(steps);
			const known = [...readJournal(bytes).requests.keys()];
			expect(known).toEqual(expect.arrayContaining(written));
			const disk = memoryDisk(bytes);
			openOn(disk).append({ type: "sending", at, key: "last", rows: [] });
			expect(readJournal(disk.read()).requests.has("last")).toBe(true);
		}),
		{ seed: propertySeed, numRuns: 500 },
	);
});
