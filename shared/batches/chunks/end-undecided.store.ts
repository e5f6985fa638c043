import { inGroups } from "../../collections/in-groups.ts";
import { batchKey, chunkResultKey } from "../../dynamodb/keys.ts";
import { batchGet } from "../../dynamodb/reads/batch-get.ts";
import {
	pauseBeforeRetry,
	StoreBusyError,
} from "../../dynamodb/retries/retry-busy.ts";
import type { Table } from "../../dynamodb/table.ts";
import type { Clock } from "../../environment/clock.ts";
import { toBatch } from "../batches.store.ts";
import {
	type BatchId,
	type PaymentBatch,
	uncountedChunks,
} from "../payment-batch.ts";
import { findChunkNumbers } from "./batch-layout.store.ts";
import { endChunks, type StoppedChunks } from "./end-chunks.store.ts";

/** A busy table rejects a transaction as a whole: a smaller one has a better chance. */
const chunksPerTransaction = 25;

/**
 * Ends the undecided chunks of a stopped batch: all their resources are `BATCH_STOPPED` (ADR 24). Does nothing for a
 * batch that is not stopped, or does not run. Idempotent.
 *
 * @param only Ends no other chunk than this.
 * @throws StoreBusyError when chunks are left because the store stayed busy.
 */
export async function* endUndecided(
	table: Table,
	id: BatchId,
	clock: Clock,
	only?: number,
): AsyncGenerator<StoppedChunks> {
	for (let attempt = 0; await pauseBeforeRetry(table, attempt); attempt++) {
		const found = await findUndecided(table, id, only);
		if (!found) return;
		let { batch } = found;
		let left = found.undecided.length;
		for (const chunks of inGroups(found.undecided, chunksPerTransaction)) {
			const now = clock();
			const stopped = toStopped({ ...found, batch }, chunks, now);
			const { sizes } = found;
			if (!(await endChunks(table, stopped, { sizes, now }))) break;
			yield stopped;
			attempt = 0;
			left -= chunks.length;
			batch = withCounted(stopped);
		}
		if (left === 0) return;
	}
	throw new StoreBusyError(
		"The store is too busy: the batch is stopped, and the sweeper ends the rest of it",
	);
}

/** The undecided chunks of a stopped batch. */
interface Undecided {
	batch: PaymentBatch;
	/** A chunk of it was abandoned. */
	isAbandoned: boolean;
	undecided: readonly number[];
	/** The number of each chunk's resources. */
	sizes: ReadonlyMap<number, number>;
}

/** @returns undefined when there is none. */
async function findUndecided(
	table: Table,
	id: BatchId,
	only?: number,
): Promise<Undecided | undefined> {
	const [item] = await batchGet(table, [batchKey(id)]);
	if (!item) return undefined;
	const batch = toBatch(item);
	if (!batch.stop || batch.status !== "PENDING") return undefined;
	const open = uncountedChunks(batch).filter(
		(chunk) => only === undefined || chunk === only,
	);
	const keys = open.map((chunk) => chunkResultKey(batch, chunk));
	const decisions = await batchGet(table, keys, []);
	const undecided = open.filter((_, index) => !decisions[index]);
	if (undecided.length === 0) return undefined;
	// From the layout, since a chunk may be lost.
	const whole = { start: 0, end: batch.total };
	const sizes = countEachChunk(await findChunkNumbers(table, batch, whole));
	return { batch, isAbandoned: "abandonedAt" in item, undecided, sizes };
}

function countEachChunk(layout: readonly number[]): Map<number, number> {
	const sizes = new Map<number, number>();
	for (const chunk of layout) sizes.set(chunk, (sizes.get(chunk) ?? 0) + 1);
	return sizes;
}

function toStopped(
	{ batch, isAbandoned, sizes }: Undecided,
	chunks: readonly number[],
	now: Date,
): StoppedChunks {
	let resources = 0;
	for (const chunk of chunks) resources += sizes.get(chunk) ?? 0;
	const stopped = { batch, chunks, resources, ended: null };
	const { counted, counts } = withCounted(stopped);
	if (counted.size < batch.chunks) return stopped;
	const endedAt = now.toISOString();
	return { ...stopped, ended: { batch, counts, endedAt, isAbandoned } };
}

const withCounted = ({
	batch,
	chunks,
	resources,
}: StoppedChunks): PaymentBatch => ({
	...batch,
	counted: new Set([...batch.counted, ...chunks]),
	counts: { ...batch.counts, SKIPPED: batch.counts.SKIPPED + resources },
});
