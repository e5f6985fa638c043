import { inGroups } from "../../collections/in-groups.ts";
import { forEachConcurrently } from "../../timing/concurrently.ts";
import type { Key } from "../keys.ts";
import { batchGet, type Item } from "../reads/batch-get.ts";
import { pauseBeforeRetry } from "../retries/retry-busy.ts";
import type { Table } from "../table.ts";
import { batchExecute, type WriteOutcome } from "./batch-execute.ts";
import { type ItemWrite, toStatement } from "./item-write.ts";
import { executeTransaction } from "./transact.ts";

/** Writes that take effect together or not at all. Those of one phase have different keys. */
export type WriteUnit = readonly ItemWrite[];

/** Units in any order. A function is called when all earlier phases are written. */
export type WritePhase<Unit = WriteUnit> =
	| readonly Unit[]
	| (() => Promise<readonly Unit[]>);

export interface RoundOptions {
	/** Called before writes are sent; what it throws ends the rounds. */
	beforeWrites?: () => Promise<void>;
	/** Called with the number of writes done since the last call. */
	onWritten?: (count: number) => void;
}

/** Writes of single items that are sent at a time, to bound memory and connections. */
const groupSize = 500;
const transactionsAtOnce = 10;

/**
 * Plans conditional writes and executes them, phase by phase, until a plan has none left. When a write is refused or
 * not answered, everything is planned again from a new read. So it is safe to execute a write twice, or to repeat all
 * of it after a crash, and no write rests on a read that is outdated.
 *
 * @param plan Reads what is stored and decides what to write. Gets the number of earlier rounds.
 * @throws When the store stays overloaded, does not answer, or other writers are always faster.
 */
export async function writeInRounds(
	table: Table,
	plan: (round: number) => Promise<readonly WritePhase[]>,
	options: RoundOptions = {},
): Promise<void> {
	let fewest = Number.POSITIVE_INFINITY;
	let stalled = 0;
	for (let round = 0; ; round++) {
		const phases = await plan(round);
		const { left, outcomes } = await writePhases(table, phases, options);
		if (left === 0) return;
		stalled = left < fewest ? 1 : stalled + 1;
		fewest = Math.min(fewest, left);
		if (!(await pauseBeforeRetry(table, stalled)))
			throw unwrittenError(left, outcomes);
	}
}

/**
 * Reads an item, decides its write and executes it, again when another writer was faster.
 *
 * @param decide Returns undefined when there is nothing to write.
 */
export const writeItem = (
	table: Table,
	key: Key,
	decide: (existing: Item | undefined) => ItemWrite | undefined,
): Promise<void> =>
	writeInRounds(table, async () => {
		const [existing] = await batchGet(table, [key]);
		const write = decide(existing);
		return write ? [[[write]]] : [];
	});

interface Written {
	/** Number of units that are not written. */
	left: number;
	outcomes: ReadonlySet<WriteOutcome>;
}

/** Executes each unit once, up to the first phase of which not all could be written. */
async function writePhases(
	table: Table,
	phases: readonly WritePhase[],
	options: RoundOptions,
): Promise<Written> {
	for (const [index, phase] of phases.entries()) {
		const units = typeof phase === "function" ? await phase() : phase;
		const { left, outcomes } = await writeOnce(table, units, options);
		if (left === 0) continue;
		const later = phases
			.slice(index + 1)
			.flatMap((phase) => (typeof phase === "function" ? [] : phase));
		return { left: left + later.length, outcomes };
	}
	return { left: 0, outcomes: new Set() };
}

async function writeOnce(
	table: Table,
	units: readonly WriteUnit[],
	{ beforeWrites = async () => {}, onWritten = () => {} }: RoundOptions,
): Promise<Written> {
	const outcomes = new Set<WriteOutcome>();
	let left = 0;
	const note = (outcome: WriteOutcome, [first, ...more]: WriteUnit) => {
		if (outcome === "WRITTEN") return onWritten(1 + more.length);
		if (outcome === "TOO_LARGE")
			throw new Error(`${nameOf(first)} would exceed the maximum item size`);
		outcomes.add(outcome);
		left += 1;
	};
	const singles = units.filter(({ length }) => length === 1);
	for (const group of inGroups(singles, groupSize)) {
		await beforeWrites();
		const statements = group.flat().map((write) => toStatement(table, write));
		const answers = await batchExecute(table, statements);
		group.forEach((unit, index) => {
			note(answers[index] ?? "UNKNOWN", unit);
		});
	}
	const transactions = units.filter(({ length }) => length > 1);
	await forEachConcurrently(transactions, transactionsAtOnce, async (unit) => {
		await beforeWrites();
		const statements = unit.map((write) => toStatement(table, write));
		note(await executeTransaction(table, statements), unit);
	});
	return { left, outcomes };
}

function nameOf(write: ItemWrite | undefined): string {
	if (!write) return "An item";
	return write.kind === "INSERT" ? write.item.pk : write.key.pk;
}

function unwrittenError(
	left: number,
	outcomes: ReadonlySet<WriteOutcome>,
): Error {
	const reason = outcomes.has("UNKNOWN")
		? "the store does not answer, or answers with server errors"
		: outcomes.has("OVERLOADED")
			? "the store is overloaded"
			: "other writers keep changing the same records";
	return new Error(
		`Not all could be written (entries left: ${left}): ${reason}. Try again.`,
	);
}
