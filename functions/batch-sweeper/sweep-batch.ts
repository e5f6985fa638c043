import {
	type BatchId,
	type PaymentBatch,
	uncountedChunks,
} from "../../shared/domain/payment-batch.ts";
import { abortBatch } from "../../shared/store/abort-batch.ts";
import { findBatch } from "../../shared/store/batches.ts";
import { markSent } from "../../shared/store/mark-sent.ts";
import { forgetBatch } from "../../shared/store/retire-batch.ts";
import type { BatchSweeper } from "./batch-sweeper.ts";
import { giveUpBatch } from "./give-up-batch.ts";

/** Moves a batch that is listed as running on, if nobody else does. */
export async function sweepBatch(sweeper: BatchSweeper, id: BatchId) {
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
		if (idleSeconds > times.giveUpAfterSeconds) {
			await giveUpBatch(sweeper, batch);
		} else if (silentSeconds > times.resendAfterSeconds) {
			await sendAgain(sweeper, batch, now);
		}
	} else {
		await forgetBatch(table, id);
	}
}

async function sendAgain(
	{ table, sendChunks }: BatchSweeper,
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
