import type { Context } from "aws-lambda";
import {
	findRunningBatches,
	type RunningBatch,
} from "../../shared/batches/batch-list.store.ts";
import { withActivity } from "../../shared/logging/activity.ts";
import { forEachSettled } from "../../shared/timing/concurrently.ts";
import type { SweeperDependencies } from "./dependencies.ts";
import { sweepBatch } from "./sweep-batch.ts";
import { logSweep, type SweepAction, type SweepLog } from "./sweep-log.ts";

const batchesAtOnce = 4;

/**
 * Ends every batch, after any failure (ADR 7). Reads only the list of running batches. May run at any time, repeatedly
 * and concurrently.
 *
 * @throws When a batch could not be processed; all others were.
 */
export function batchSweeper(sweeper: SweeperDependencies) {
	return (_event: unknown, context: Context): Promise<void> =>
		withActivity(async (activity) => {
			sweeper.logger.addContext(context);
			const running = await findRunningBatches(sweeper.table);
			const log: SweepLog = {
				listed: running.length,
				idleSeconds: [],
				actions: [],
			};
			try {
				await forEachSettled(running, batchesAtOnce, async (id) => {
					log.actions.push(await sweepOrNameBatch(sweeper, id, log));
				});
			} finally {
				logSweep(sweeper, log, activity);
			}
		});
}

/** `sweepBatch`, with a log line that names the batch when it fails: the error thrown at the end names none. */
async function sweepOrNameBatch(
	sweeper: SweeperDependencies,
	id: RunningBatch,
	log: SweepLog,
): Promise<SweepAction> {
	try {
		return await sweepBatch(sweeper, id, log);
	} catch (error) {
		sweeper.logger.error("Sweep of a batch failed", {
			organization: id.organizationId,
			batch: id.bulkActionSlug,
			error,
		});
		throw error;
	}
}
