import type {
	ChunkCount,
	EndedBatch,
} from "../batches/chunks/count-chunk.store.ts";
import type { StoppedChunks } from "../batches/chunks/end-chunks.store.ts";
import type { PaymentBatch } from "../batches/payment-batch.ts";
import type { Observers } from "../logging/observers.ts";
import { emitRefusals, recordedValues } from "../logging/payment-metrics.ts";
import { ZERO } from "../money/decimal.ts";
import type { PaymentTally } from "../payments/payment-tally.ts";

/** A chunk whose results are final, and what counting it did to its batch. */
export interface FinishedChunk {
	batch: PaymentBatch;
	payments: PaymentTally;
	count: ChunkCount;
}

/** Chunks that were ended because their batch was stopped, as one: nothing of them was paid. */
export const toFinishedChunk = ({
	batch,
	resources,
	ended,
}: StoppedChunks): FinishedChunk => ({
	batch,
	payments: { counts: { BATCH_STOPPED: resources }, amount: ZERO },
	count: { isFirst: true, ended },
});

/**
 * Emits the metrics of a finished chunk, and logs the end of its batch. Only for the call that counted the chunk:
 * however often a chunk is delivered, its payments are counted once.
 *
 * @param operation Names who ended the batch.
 */
export function reportFinished(
	observers: Observers,
	operation: string,
	{ payments, count }: FinishedChunk,
) {
	if (!count.isFirst) return;
	const { emitMetrics } = observers;
	// Chunks that the sweeper closes count too: their payments were made by a worker.
	emitMetrics(recordedValues(payments), { operation: "payment-worker" });
	emitRefusals(emitMetrics, payments);
	if (count.ended) reportEnd(observers, operation, count.ended);
}

function reportEnd(
	{ logger, emitMetrics }: Observers,
	operation: string,
	{ batch, counts, endedAt, isAbandoned }: EndedBatch,
) {
	const seconds = (Date.parse(endedAt) - Date.parse(batch.createdAt)) / 1_000;
	logger.info("Batch", {
		operation,
		...toBatchKeys(batch),
		results: counts,
		seconds,
		abandoned: isAbandoned,
	});
	emitMetrics({
		BatchSeconds: seconds,
		BatchesAbandoned: Number(isAbandoned),
	});
}

/** The keys that log lines of a batch share. The batch's id is also the id of the attempt that started it. */
export const toBatchKeys = (batch: PaymentBatch) => ({
	organization: batch.organizationId,
	apiKey: batch.keyId,
	user: batch.userId,
	attempt: batch.bulkActionSlug,
	batch: batch.bulkActionSlug,
	chunks: batch.chunks,
});
