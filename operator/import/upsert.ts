import { fitsOneItem } from "../../shared/store/item-size.ts";
import type { Key } from "../../shared/store/keys.ts";
import { pauseBefore } from "../../shared/store/pace.ts";
import { type Item, readEach } from "../../shared/store/read-each.ts";
import type { Table } from "../../shared/store/table.ts";
import {
	type WriteStatement,
	writeEach,
} from "../../shared/store/write-each.ts";
import { refused } from "../organization-file/organization-file-error.ts";

/** Keys read, or statements written, side by side: bounds memory and connections, not the file. */
const sliceSize = 500;
const roundsMax = 6;

/** One item, to be brought to what a file says of it. */
export interface Upsert {
	key: Key;
	/** JSON pointer of the file's entry. */
	pointer: string;
	/**
	 * The write that brings it there; undefined: it is as it should be. May be asked again, with what another writer
	 * made of the item in between.
	 *
	 * @throws OrganizationFileError when the entry cannot be imported.
	 */
	toStatement(existing: Item | undefined): WriteStatement | undefined;
}

export interface PlannedWrite {
	upsert: Upsert;
	statement: WriteStatement;
}

/**
 * Reads what is there and decides what to write; writes nothing.
 *
 * @throws OrganizationFileError for an entry that cannot be imported.
 */
export async function planUpserts(
	table: Table,
	upserts: readonly Upsert[],
): Promise<PlannedWrite[]> {
	const planned: PlannedWrite[] = [];
	for (const slice of slices(upserts)) {
		const items = await readEach(
			table,
			slice.map(({ key }) => key),
		);
		slice.forEach((upsert, index) => {
			const statement = upsert.toStatement(items[index]);
			if (statement) planned.push({ upsert, statement });
		});
	}
	for (const { upsert, statement } of planned) {
		if (fitsOneItem(statement.Parameters)) continue;
		throw refused(upsert.pointer, "must NOT be larger than 399 KB");
	}
	return planned;
}

/**
 * Carries out what was planned. A write that was refused, because somebody changed the item, or not answered, is
 * planned anew from what is there then: so it may run twice, or be repeated after a crash.
 *
 * @throws When the store stays too busy.
 */
export async function carryOut(table: Table, planned: readonly PlannedWrite[]) {
	let open = planned;
	for (let round = 0; round < roundsMax; round++) {
		await pauseBefore(table, round);
		const refusedOnes = await writeOnce(table, open);
		if (refusedOnes.length === 0) return;
		open = await planUpserts(table, refusedOnes);
	}
	throw new Error(
		`${open.length} entries could not be written: the store is overloaded. Import the file again.`,
	);
}

async function writeOnce(
	table: Table,
	planned: readonly PlannedWrite[],
): Promise<Upsert[]> {
	const left: Upsert[] = [];
	for (const slice of slices(planned)) {
		const outcomes = await writeEach(
			table,
			slice.map(({ statement }) => statement),
		);
		slice.forEach(({ upsert }, index) => {
			if (outcomes[index] !== "WRITTEN") left.push(upsert);
		});
	}
	return left;
}

function* slices<T>(all: readonly T[]): Generator<readonly T[]> {
	for (let start = 0; start < all.length; start += sliceSize)
		yield all.slice(start, start + sliceSize);
}
