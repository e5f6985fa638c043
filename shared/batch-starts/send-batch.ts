import type { PaymentBatch } from "../batches/payment-batch.ts";
import { orWarn } from "../logging/logger.ts";
import type { Observers } from "../logging/observers.ts";
import type { SendChunks } from "../queue/chunk-queue.ts";

/** Sends the messages of a new batch. It is accepted, so after a failure the sweeper sends the missing ones. */
export async function sendBatch(
	{
		sendChunks,
		logger,
	}: Pick<Observers, "logger"> & { sendChunks: SendChunks },
	{ organizationId, bulkActionSlug, chunks }: PaymentBatch,
): Promise<void> {
	const messages = Array.from({ length: chunks }, (_, chunk) => ({
		organizationId,
		bulkActionSlug,
		chunk,
	}));
	await orWarn(logger, "Not all chunks were sent", sendChunks(messages), {
		organization: organizationId,
		batch: bulkActionSlug,
	});
}
