import {
	type ChunkDecision,
	findUnpaid,
	refuseAll,
	toPostings,
	toResults,
} from "../../shared/domain/chunk-decision.ts";
import {
	countResults,
	type PaymentBatch,
	toRequestedPayments,
	uncountedChunks,
} from "../../shared/domain/payment-batch.ts";
import { forEachSettled } from "../../shared/runtime/concurrently.ts";
import {
	recordDecision,
	recordUnpaid,
} from "../../shared/store/batches/chunk-results.ts";
import { countChunk } from "../../shared/store/batches/count-chunk.ts";
import {
	findOpenChunk,
	type OpenChunk,
} from "../../shared/store/batches/open-chunks.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { fencePostings } from "../../shared/store/invoices/fence-postings.ts";
import type { SweeperDependencies } from "./dependencies.ts";

const chunksAtOnce = 4;

/**
 * Closes the chunks of a batch that nobody could bring to their end: what was paid is `DONE`, the rest
 * `PROCESSING_FAILED` (contract 3), and the organization is free for its next batch.
 */
export async function abandonBatch(
	{ table, countAbandonedChunks, clock, logger }: SweeperDependencies,
	batch: PaymentBatch,
) {
	const { organizationId, bulkActionSlug } = batch;
	const chunks = uncountedChunks(batch);
	logger.error("A batch is given up", {
		organizationId,
		bulkActionSlug,
		chunks,
	});
	countAbandonedChunks(chunks.length);
	await forEachSettled(chunks, chunksAtOnce, async (chunk) => {
		const open = await findOpenChunk(table, batch, chunk);
		if (open) await closeChunk(table, open, clock().toISOString());
	});
}

async function closeChunk(table: Table, open: OpenChunk, now: string) {
	const { batch, number, resources } = open;
	// Whoever comes late finds this decision, and pays nothing.
	const failed = refuseAll(resources.length, "PROCESSING_FAILED", now);
	const decision =
		open.decision ?? (await recordDecision(table, batch, number, failed));
	const settled = decision.unpaid
		? decision
		: await fence(table, open, decision);
	await countChunk(table, batch, {
		chunk: number,
		counts: countResults(toResults(resources, settled)),
		countedAt: now,
		isAbandoned: true,
	});
}

/** Payments that were decided and may still be on their way: what is not there now can never land after it. */
async function fence(
	table: Table,
	{ batch, number, resources }: OpenChunk,
	decision: ChunkDecision,
): Promise<ChunkDecision> {
	const requested = toRequestedPayments(batch, resources, decision.decidedAt);
	const postings = toPostings(requested, decision);
	const outcomes = await fencePostings(table, batch.organizationId, postings);
	const unpaid = findUnpaid(postings, outcomes, "PROCESSING_FAILED");
	if (!unpaid) return decision;
	return recordUnpaid(table, batch, number, { decision, unpaid });
}
