import {
	type BatchId,
	type PaymentBatch,
	uncountedChunks,
} from "../../shared/domain/batches/payment-batch.ts";
import { ulidTime } from "../../shared/runtime/ids.ts";
import { findBatch, markSent } from "../../shared/store/batches/batches.ts";
import {
	abortBatch,
	unlistBatch,
} from "../../shared/store/batches/close-batch.ts";
import { abandonBatch } from "./abandon-batch.ts";
import type { SweeperDependencies } from "./dependencies.ts";

/** Aborts, resends, abandons or unlists a batch that is listed as running but makes no progress. */
export async function sweepBatch(sweeper: SweeperDependencies, id: BatchId) {
	const { table, times, clock } = sweeper;
	const now = clock();
	const secondsSince = (instant: Date | string) =>
		(now.getTime() - new Date(instant).getTime()) / 1_000;

	const batch = await findBatch(table, id);
	if (!batch) {
		// The record of a new batch may become visible after its list entry.
		const openedSeconds = secondsSince(ulidTime(id.bulkActionSlug));
		if (openedSeconds > times.abortAfterSeconds) await unlistBatch(table, id);
	} else if (batch.status === "ACCEPTING") {
		const isAbandoned = secondsSince(batch.createdAt) > times.abortAfterSeconds;
		if (isAbandoned) await abortBatch(table, id);
	} else if (batch.status === "PENDING") {
		const idleSeconds = secondsSince(batch.progressAt);
		const silentSeconds = Math.min(idleSeconds, secondsSince(batch.sentAt));
		if (idleSeconds > times.abandonAfterSeconds) {
			await abandonBatch(sweeper, batch);
		} else if (silentSeconds > times.resendAfterSeconds) {
			await resend(sweeper, batch, now);
		}
	} else {
		await unlistBatch(table, id);
	}
}

async function resend(
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
