import {
	type BatchId,
	type PaymentBatch,
	uncountedChunks,
} from "../../shared/domain/payment-batch.ts";
import { abortBatch } from "../../shared/store/batches/abort-batch.ts";
import { findBatch, markSent } from "../../shared/store/batches/batches.ts";
import { unlistBatch } from "../../shared/store/batches/close-batch.ts";
import { abandonBatch } from "./abandon-batch.ts";
import type { SweeperDependencies } from "./dependencies.ts";

/** Moves a batch that is listed as running on, if nobody else does. */
export async function sweepBatch(sweeper: SweeperDependencies, id: BatchId) {
	const { table, times, clock } = sweeper;
	const now = clock();
	const secondsSince = (instant: string) =>
		(now.getTime() - Date.parse(instant)) / 1_000;

	const batch = await findBatch(table, id);
	if (batch?.status === "ACCEPTING") {
		const isAbandoned = secondsSince(batch.createdAt) > times.abortAfterSeconds;
		if (isAbandoned) await abortBatch(table, id);
	} else if (batch?.status === "PENDING") {
		const idleSeconds = secondsSince(batch.progressAt);
		const silentSeconds = Math.min(idleSeconds, secondsSince(batch.sentAt));
		if (idleSeconds > times.abandonAfterSeconds) {
			await abandonBatch(sweeper, batch);
		} else if (silentSeconds > times.resendAfterSeconds) {
			await sendAgain(sweeper, batch, now);
		}
	} else {
		await unlistBatch(table, id);
	}
}

async function sendAgain(
	{ table, sendChunks }: SweeperDependencies,
	batch: PaymentBatch,
	now: Date,
) {
	const { organizationId, bulkActionSlug } = batch;
	await sendChunks(
		uncountedChunks(batch).map((chunk) => ({
			organizationId,
			bulkActionSlug,
			chunk,
		})),
	);
	await markSent(table, batch, now.toISOString());
}
