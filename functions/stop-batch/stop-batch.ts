import {
	findVisibleBatch,
	toBatchStatus,
} from "../../shared/batches/batch-status.store.ts";
import { endUndecided } from "../../shared/batches/chunks/end-undecided.store.ts";
import { batchNotFound } from "../../shared/batches/errors.ts";
import type { BatchId } from "../../shared/batches/payment-batch.ts";
import { markStopped } from "../../shared/batches/stop-batch.store.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { Clock } from "../../shared/environment/clock.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import { orWarn } from "../../shared/logging/logger.ts";
import type { Observers } from "../../shared/logging/observers.ts";
import {
	reportFinished,
	toFinishedChunk,
} from "../../shared/observability/report-finished.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import type { StopBody } from "./schema.ts";

export interface StopRequest {
	/** null when no batch can have the id. */
	bulkActionSlug: string | null;
	/** Throws the caller's error. The body is judged last. */
	parseBody: () => StopBody;
}

interface BatchStopper extends Observers {
	table: Table;
	clock: Clock;
	operation: string;
}

/**
 * C4: what has not been decided yet is not paid. The mark makes the stop certain; the undecided chunks are
 * ended here as far as the request's time allows, and the rest by workers and sweeper.
 */
export async function stopBatch(
	stopper: BatchStopper,
	{ bulkActionSlug, parseBody }: StopRequest,
	{ caller, now }: RequestContext,
): Promise<Reply> {
	if (bulkActionSlug === null) throw batchNotFound();
	const { table } = stopper;
	const id = { organizationId: caller.organization.id, bulkActionSlug };
	const before = await findVisibleBatch(table, id, now);
	if (!before) throw batchNotFound();
	const { reason: stopReason } = parseBody();

	if (before.status !== "DONE" && !before.stop) {
		const stoppedBy = toActor(caller);
		const stoppedAt = now.toISOString();
		await markStopped(table, id, { stoppedAt, stoppedBy, stopReason });
	}
	const resources =
		before.status === "DONE" ? 0 : await endOrLeave(stopper, id);
	const batch = await findVisibleBatch(table, id, now);
	if (!batch) throw batchNotFound();
	return succeeded(await toBatchStatus(table, batch), {
		batch: bulkActionSlug,
		chunks: batch.chunks,
		results: { BATCH_STOPPED: resources },
	});
}

/**
 * @returns The number of resources that were ended. After any failure the batch is stopped: the sweeper ends the rest.
 */
async function endOrLeave(stopper: BatchStopper, id: BatchId): Promise<number> {
	const { table, clock, operation, logger } = stopper;
	let resources = 0;
	const end = async () => {
		for await (const stopped of endUndecided(table, id, clock)) {
			resources += stopped.resources;
			reportFinished(stopper, operation, toFinishedChunk(stopped));
		}
	};
	await orWarn(logger, "A stopped batch is left to the sweeper", end(), {
		organization: id.organizationId,
		batch: id.bulkActionSlug,
	});
	return resources;
}
