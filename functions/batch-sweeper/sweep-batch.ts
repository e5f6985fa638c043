import type { RunningBatch } from "../../shared/batches/batch-list.store.ts";
import { markSent, toBatch } from "../../shared/batches/batches.store.ts";
import {
	abortBatch,
	unlistBatch,
} from "../../shared/batches/close-batch.store.ts";
import {
	type PaymentBatch,
	uncountedChunks,
} from "../../shared/batches/payment-batch.ts";
import { batchKey, stageHoldKey } from "../../shared/dynamodb/keys.ts";
import { batchGet } from "../../shared/dynamodb/reads/batch-get.ts";
import {
	toHeldAt,
	toReleasedAt,
} from "../../shared/organizations/stage-hold.store.ts";
import { abandonBatch } from "./abandon-batch.ts";
import type { SweeperDependencies } from "./dependencies.ts";
import { endStopped } from "./end-stopped.ts";
import type { SweepAction, SweepLog } from "./sweep-log.ts";

/**
 * Aborts, resends, abandons or unlists a batch that is listed as running but makes no progress, or ends what its stop
 * has left.
 *
 * While the operator holds the stage, batches wait, however long: nothing is sent or given up. Their time without progress
 * begins anew when the hold ends, and what workers have passed over is sent again by the next sweep.
 *
 * @param log Gets the batch's time without progress before anything is done that may fail.
 */
export async function sweepBatch(
	sweeper: SweeperDependencies,
	{ listedAt, ...id }: RunningBatch,
	log: SweepLog,
): Promise<SweepAction> {
	const { table, times, clock } = sweeper;
	const now = clock();
	const secondsSince = (instant: Date | string) =>
		(now.getTime() - new Date(instant).getTime()) / 1_000;

	const [item, hold] = await batchGet(table, [batchKey(id), stageHoldKey]);
	const batch = item && toBatch(item);
	const isRunning =
		batch?.status === "ACCEPTING" || batch?.status === "PENDING";
	log.idleSeconds.push(isRunning ? secondsSince(batch.progressAt) : 0);
	if (!batch) {
		// The record of a new batch may become visible after its list entry.
		const listedSeconds = secondsSince(listedAt);
		if (listedSeconds <= times.abortAfterSeconds) return "WAITED";
		await unlistBatch(table, id);
		return "UNLISTED";
	}
	if (batch.status === "ACCEPTING") {
		const openedSeconds = secondsSince(batch.createdAt);
		if (openedSeconds <= times.abortAfterSeconds) return "WAITED";
		const outcome = await abortBatch(table, batch);
		return outcome === "ABORTED" ? "ABORTED" : "WAITED";
	}
	if (batch.status !== "PENDING") {
		await unlistBatch(table, id);
		return "UNLISTED";
	}
	if (batch.stop && (await endStopped(sweeper, id))) return "STOPPED";
	if (toHeldAt(hold) !== null) return "HELD";
	const releasedAt = toReleasedAt(hold);
	const releasedSeconds =
		releasedAt === null ? Number.POSITIVE_INFINITY : secondsSince(releasedAt);
	const sentSeconds = secondsSince(batch.sentAt);
	const idleSeconds = Math.min(secondsSince(batch.progressAt), releasedSeconds);
	if (idleSeconds > times.abandonAfterSeconds) {
		await abandonBatch(sweeper, batch);
		return "ABANDONED";
	}
	const isPassedOver = sentSeconds >= releasedSeconds;
	const silentSeconds = Math.min(idleSeconds, sentSeconds);
	if (!isPassedOver && silentSeconds <= times.resendAfterSeconds)
		return "WAITED";
	await resend(sweeper, batch, now);
	return "RESENT";
}

async function resend(
	{ table, sendChunks, logger, emitMetrics }: SweeperDependencies,
	batch: PaymentBatch,
	now: Date,
) {
	const { organizationId, bulkActionSlug } = batch;
	const chunks = uncountedChunks(batch);
	await sendChunks(
		chunks.map((chunk) => ({ organizationId, bulkActionSlug, chunk })),
	);
	logger.warn("A batch made no progress: its chunks were resent", {
		organization: organizationId,
		batch: bulkActionSlug,
		resent: chunks.length,
	});
	emitMetrics({ ChunksResent: chunks.length });
	await markSent(table, batch, now.toISOString());
}
