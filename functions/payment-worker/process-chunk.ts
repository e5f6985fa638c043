import {
	findOpenChunk,
	isReadable,
	type OpenChunk,
	type ReadableChunk,
} from "../../shared/batches/chunks/batch-chunks.store.ts";
import {
	type ChunkDecision,
	findUnpaid,
	toPostings,
	toResults,
} from "../../shared/batches/chunks/chunk-decision.ts";
import { recordUnpaid } from "../../shared/batches/chunks/chunk-results.store.ts";
import { countChunk } from "../../shared/batches/chunks/count-chunk.store.ts";
import { endUndecided } from "../../shared/batches/chunks/end-undecided.store.ts";
import {
	countResults,
	toRequestedPayments,
} from "../../shared/batches/payment-batch.ts";
import { StoreBusyError } from "../../shared/dynamodb/retries/retry-busy.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { Clock } from "../../shared/environment/clock.ts";
import {
	type FinishedChunk,
	toFinishedChunk,
} from "../../shared/observability/report-finished.ts";
import type { PostingOutcome } from "../../shared/payments/payment-plan.ts";
import { tallyPayments } from "../../shared/payments/payment-tally.ts";
import {
	recordPayments,
	resumePayments,
} from "../../shared/payments/record-payments.store.ts";
import type { ChunkMessage } from "../../shared/queue/chunk-message.ts";
import { decideChunk } from "./decide-chunk.ts";

/**
 * Processes a chunk: decides it once, stores the decision, pays, and counts the chunk. Every step may run again, late,
 * or in two workers at once: the stored decision binds all of them (ADR 6).
 *
 * @returns undefined when there was nothing to do: the chunk is counted, or its batch is not running. `"HELD"` when the
 *   operator holds the stage: the message is done with, and the sweeper sends the chunk again once the hold has ended. So
 *   no hold, however long, uses up deliveries of a message or its time on the queue.
 * @throws StoreBusyError when the store was too busy to finish the chunk; any other error when the chunk failed.
 */
export async function processChunk(
	table: Table,
	message: ChunkMessage,
	clock: Clock,
): Promise<FinishedChunk | "HELD" | undefined> {
	const chunk = await findOpenChunk(table, message, message.chunk);
	if (!chunk || chunk === "HELD") return chunk;
	const mustStop = chunk.batch.stop !== null && chunk.decision === null;
	return mustStop
		? stopChunk(table, message, clock)
		: carryOut(table, chunk, clock);
}

/** C4: a chunk that was undecided when its batch was stopped is not paid. */
async function stopChunk(
	table: Table,
	message: ChunkMessage,
	clock: Clock,
): Promise<FinishedChunk | "HELD" | undefined> {
	const stopped = endUndecided(table, message, clock, message.chunk);
	for await (const ended of stopped) return toFinishedChunk(ended);
	// A worker that read the batch before it was stopped has decided the chunk in the meantime.
	const chunk = await findOpenChunk(table, message, message.chunk);
	if (!chunk || chunk === "HELD") return chunk;
	if (chunk.decision === null) throw new Error("The chunk could not be read");
	return carryOut(table, chunk, clock);
}

async function carryOut(
	table: Table,
	chunk: OpenChunk,
	clock: Clock,
): Promise<FinishedChunk> {
	// The items may not be visible yet: the chunk is delivered again. If they are lost, the sweeper closes it.
	if (!isReadable(chunk)) throw new Error("The chunk could not be read");
	const decision = chunk.decision ?? (await decideChunk(table, chunk, clock()));
	const final = decision.unpaid ? decision : await pay(table, chunk, decision);
	const { batch, number, resources } = chunk;
	const results = toResults(resources, final);
	const count = await countChunk(table, batch, {
		chunk: number,
		counts: countResults(results),
		countedAt: clock().toISOString(),
		isAbandoned: false,
	});
	return { batch, payments: tallyPayments(results, resources), count };
}

/** No fencing here: it would block another worker on the same chunk. */
async function pay(
	table: Table,
	{ batch, number, resources, decision: earlier }: ReadableChunk,
	decision: ChunkDecision,
): Promise<ChunkDecision> {
	const isResumed = earlier !== null;
	const requested = toRequestedPayments(batch, resources, decision.decidedAt);
	const postings = toPostings(requested, decision);
	const record = isResumed ? resumePayments : recordPayments;
	const outcomes = await record(table, batch.organizationId, postings);
	requireFinal(outcomes);
	const unpaid = findUnpaid(postings, outcomes, "LOCK_HELD");
	if (!unpaid) return decision;
	return recordUnpaid(table, batch, number, { decision, unpaid });
}

function requireFinal(outcomes: readonly PostingOutcome[]) {
	const unresolved = outcomes.filter(
		(outcome) => outcome !== "RECORDED" && outcome !== "CHANGED",
	);
	if (unresolved.length === 0) return;
	const message = `${unresolved.length} postings are unresolved: ${unresolved[0]}`;
	throw unresolved.every((outcome) => outcome === "OVERLOADED")
		? new StoreBusyError(message)
		: new Error(message);
}
