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
	toUnpaidDecision,
} from "../../shared/batches/chunks/chunk-decision.ts";
import {
	recordDecision,
	recordUnpaid,
} from "../../shared/batches/chunks/chunk-results.store.ts";
import { countChunk } from "../../shared/batches/chunks/count-chunk.store.ts";
import {
	countResults,
	type PaymentBatch,
	toRequestedPayments,
	uncountedChunks,
} from "../../shared/batches/payment-batch.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import {
	reportFinished,
	toBatchKeys,
} from "../../shared/observability/report-finished.ts";
import { fencePostings } from "../../shared/payments/fence-postings.store.ts";
import { tallyPayments } from "../../shared/payments/payment-tally.ts";
import { forEachSettled } from "../../shared/timing/concurrently.ts";
import type { SweeperDependencies } from "./dependencies.ts";
import { endStopped } from "./end-stopped.ts";
import { resolveLostChunk } from "./resolve-lost-chunk.ts";
import { operation } from "./sweep-log.ts";

const chunksAtOnce = 4;

/**
 * Closes the unfinished chunks of a batch without progress: paid resources are `DONE`, the others `PROCESSING_FAILED`
 * (contract 3). Closing the last chunk ends the batch and releases the organization's guard.
 */
export async function abandonBatch(
	sweeper: SweeperDependencies,
	batch: PaymentBatch,
) {
	const chunks = uncountedChunks(batch);
	sweeper.logger.error("Batch abandoned", {
		...toBatchKeys(batch),
		abandonedChunks: chunks,
	});
	await forEachSettled(chunks, chunksAtOnce, async (number) => {
		const chunk = await findOpenChunk(sweeper.table, batch, number);
		// The operator has held the stage since the sweeper read that it is not held.
		if (chunk === "HELD") return;
		// It was stopped since the sweeper read the batch.
		if (chunk?.batch.stop && chunk.decision === null)
			await endStopped(sweeper, batch, number);
		else if (chunk) await closeChunk(sweeper, chunk);
	});
}

async function closeChunk(sweeper: SweeperDependencies, chunk: OpenChunk) {
	const { table, clock } = sweeper;
	const now = clock().toISOString();
	const { batch, number, resources } = chunk;
	const results = isReadable(chunk)
		? toResults(chunk.resources, await resolveChunk(table, chunk, now))
		: await resolveLostChunk(sweeper, chunk, now);
	const count = await countChunk(table, batch, {
		chunk: number,
		counts: countResults(results),
		countedAt: now,
		isAbandoned: true,
	});
	// The amounts of lost resources are unknown.
	const known = resources === "LOST" ? [] : resources;
	const payments = tallyPayments(results, known);
	const { logger } = sweeper;
	logger.info("Chunk", {
		operation,
		...toBatchKeys(batch),
		chunk: number,
		results: payments.counts,
		outcome: count.isFirst ? "ABANDONED" : "COUNTED_BEFORE",
	});
	reportFinished(sweeper, operation, { batch, payments, count });
}

async function resolveChunk(
	table: Table,
	chunk: ReadableChunk,
	now: string,
): Promise<ChunkDecision> {
	const { batch, number, resources } = chunk;
	// A worker that starts later finds this decision and pays nothing.
	const failed = toUnpaidDecision(resources.length, "PROCESSING_FAILED", now);
	const decision =
		chunk.decision ?? (await recordDecision(table, batch, number, failed));
	return decision.unpaid ? decision : fence(table, chunk, decision);
}

/** Fences the decided payments: a payment that is not recorded by now can never be recorded afterwards. */
async function fence(
	table: Table,
	{ batch, number, resources }: ReadableChunk,
	decision: ChunkDecision,
): Promise<ChunkDecision> {
	const requested = toRequestedPayments(batch, resources, decision.decidedAt);
	const postings = toPostings(requested, decision);
	const outcomes = await fencePostings(table, batch.organizationId, postings);
	const unpaid = findUnpaid(postings, outcomes, "PROCESSING_FAILED");
	if (!unpaid) return decision;
	return recordUnpaid(table, batch, number, { decision, unpaid });
}
