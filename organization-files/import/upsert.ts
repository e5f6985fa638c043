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
import {
	OrganizationFileError,
	type Report,
} from "../organization-file-error.ts";
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
	/** The stored item. */
	existing: Item | undefined;
}

/**
 * Reads the items and decides the writes. Writes nothing.
 *
 * @param report Receives the error of each change that an organization file is refused. Absent: the first is thrown.
 */
export async function planUpserts<T extends Upsert>(
	table: Table,
	upserts: readonly T[],
	report?: Report,
): Promise<PlannedWrite<T>[]> {
	const planned: PlannedWrite<T>[] = [];
	for (const group of inGroups(upserts, groupSize)) {
		const items = await batchGet(
			table,
			group.map(({ key }) => key),
		);
		group.forEach((upsert, index) => {
			const existing = items[index];
			const statement = decide(upsert, existing, report);
			if (statement) planned.push({ upsert, statement, existing });
		});
	}
	return planned;
}

function decide(
	upsert: Upsert,
	existing: Item | undefined,
	report: Report | undefined,
): WriteStatement | undefined {
	try {
		return upsert.toStatement(existing);
	} catch (error) {
		if (!report || !(error instanceof OrganizationFileError)) throw error;
		report(error);
		return undefined;
	}
}

/**
 * Executes planned writes. A write that conflicted with another writer or was not answered is planned again from a new
 * read: this makes it safe to execute a write twice, or to repeat all after a crash.
 *
 * @param onWritten Called with the number of writes done since the last call.
 * @throws When the store stays overloaded, does not answer, or other writers are always faster.
 */
export async function executeWrites(
	table: Table,
	planned: readonly PlannedWrite<Upsert>[],
	onWritten: (count: number) => void = () => {},
) {
	let open = planned;
	let outcomes: ReadonlySet<WriteOutcome> = new Set();
	for (let round = 0; round < roundsMax && open.length > 0; round++) {
		await backOff(table, round);
		const unwritten = await writeOnce(table, open, onWritten);
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
	onWritten: (count: number) => void,
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
		onWritten(outcomes.filter((outcome) => outcome === "WRITTEN").length);
	}
	return left;
}
