import {
	batchExecute,
	type WriteStatement,
} from "../../shared/store/dynamodb/batch-execute.ts";
import { batchGet, type Item } from "../../shared/store/dynamodb/batch-get.ts";
import { backOff } from "../../shared/store/dynamodb/retry-busy.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { Key } from "../../shared/store/keys.ts";

/** Keys read, or statements written, side by side: bounds memory and connections, not the file. */
const sliceSize = 500;
const roundsMax = 6;

/** One item, to be brought to what the operator wants of it. */
export interface Upsert {
	key: Key;
	/**
	 * The write that brings it there; undefined: it is as it should be. Throws when that may not be. Is asked again
	 * when another writer has changed the item in between.
	 */
	toStatement(existing: Item | undefined): WriteStatement | undefined;
}

export interface PlannedWrite<T extends Upsert> {
	upsert: T;
	statement: WriteStatement;
}

/** Reads what is there and decides what to write; writes nothing. */
export async function planUpserts<T extends Upsert>(
	table: Table,
	upserts: readonly T[],
): Promise<PlannedWrite<T>[]> {
	const planned: PlannedWrite<T>[] = [];
	for (const slice of slices(upserts)) {
		const items = await batchGet(
			table,
			slice.map(({ key }) => key),
		);
		slice.forEach((upsert, index) => {
			const statement = upsert.toStatement(items[index]);
			if (statement) planned.push({ upsert, statement });
		});
	}
	return planned;
}

/**
 * Carries out what was planned. A write that was refused, because somebody changed the item, or not answered, is
 * planned anew from what is there then: so it may run twice, or be repeated after a crash.
 *
 * @throws When the store stays too busy.
 */
export async function carryOut(
	table: Table,
	planned: readonly PlannedWrite<Upsert>[],
) {
	let open = planned;
	for (let round = 0; round < roundsMax; round++) {
		await backOff(table, round);
		const refusedOnes = await writeOnce(table, open);
		if (refusedOnes.length === 0) return;
		open = await planUpserts(table, refusedOnes);
	}
	throw new Error(
		`${open.length} entries could not be written: the store is overloaded. Try again.`,
	);
}

async function writeOnce(
	table: Table,
	planned: readonly PlannedWrite<Upsert>[],
): Promise<Upsert[]> {
	const left: Upsert[] = [];
	for (const slice of slices(planned)) {
		const outcomes = await batchExecute(
			table,
			slice.map(({ statement }) => statement),
		);
		slice.forEach(({ upsert }, index) => {
			if (outcomes[index] === "TOO_LARGE")
				throw new Error(`No item can hold what ${upsert.key.pk} would be`);
			if (outcomes[index] !== "WRITTEN") left.push(upsert);
		});
	}
	return left;
}

function* slices<T>(all: readonly T[]): Generator<readonly T[]> {
	for (let start = 0; start < all.length; start += sliceSize)
		yield all.slice(start, start + sliceSize);
}
