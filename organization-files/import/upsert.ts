import { inGroups } from "../../shared/runtime/in-groups.ts";
import {
	batchExecute,
	type WriteOutcome,
	type WriteStatement,
} from "../../shared/store/dynamodb/batch-execute.ts";
import { batchGet, type Item } from "../../shared/store/dynamodb/batch-get.ts";
import { backOff } from "../../shared/store/dynamodb/retry-busy.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { Key } from "../../shared/store/keys.ts";
import { unwrittenError } from "./unwritten.ts";

/** Keys read, or statements written, at a time, to bound memory and connections. */
const groupSize = 500;
const roundsMax = 6;

/** A change that brings one item to a wanted state. */
export interface Upsert {
	key: Key;
	/**
	 * Decides the write from the stored item. Called again when another writer changed the item in the meantime.
	 *
	 * @returns undefined when the item is already in the wanted state.
	 * @throws When the change is refused.
	 */
	toStatement(existing: Item | undefined): WriteStatement | undefined;
}

export interface PlannedWrite<T extends Upsert> {
	upsert: T;
	statement: WriteStatement;
}

/** Reads the items and decides the writes. Writes nothing. */
export async function planUpserts<T extends Upsert>(
	table: Table,
	upserts: readonly T[],
): Promise<PlannedWrite<T>[]> {
	const planned: PlannedWrite<T>[] = [];
	for (const group of inGroups(upserts, groupSize)) {
		const items = await batchGet(
			table,
			group.map(({ key }) => key),
		);
		group.forEach((upsert, index) => {
			const statement = upsert.toStatement(items[index]);
			if (statement) planned.push({ upsert, statement });
		});
	}
	return planned;
}

/**
 * Executes planned writes. A write that conflicted with another writer or was not answered is planned again from a new
 * read: this makes it safe to execute a write twice, or to repeat all after a crash.
 *
 * @throws When the store stays overloaded, does not answer, or other writers are always faster.
 */
export async function executeWrites(
	table: Table,
	planned: readonly PlannedWrite<Upsert>[],
) {
	let open = planned;
	let outcomes: ReadonlySet<WriteOutcome> = new Set();
	for (let round = 0; round < roundsMax && open.length > 0; round++) {
		await backOff(table, round);
		const unwritten = await writeOnce(table, open);
		outcomes = new Set(unwritten.map(({ outcome }) => outcome));
		const upserts = unwritten.map(({ upsert }) => upsert);
		open = await planUpserts(table, upserts);
	}
	const count = open.length;
	if (count > 0) throw unwrittenError({ what: "entries", count }, outcomes);
}

interface Unwritten {
	upsert: Upsert;
	outcome: WriteOutcome;
}

async function writeOnce(
	table: Table,
	planned: readonly PlannedWrite<Upsert>[],
): Promise<Unwritten[]> {
	const left: Unwritten[] = [];
	for (const group of inGroups(planned, groupSize)) {
		const outcomes = await batchExecute(
			table,
			group.map(({ statement }) => statement),
		);
		group.forEach(({ upsert }, index) => {
			const outcome = outcomes[index] ?? "UNKNOWN";
			if (outcome === "TOO_LARGE")
				throw new Error(`${upsert.key.pk} would exceed the maximum item size`);
			if (outcome !== "WRITTEN") left.push({ upsert, outcome });
		});
	}
	return left;
}
