import { forEachSettled } from "../../shared/runtime/concurrently.ts";
import { findRunningBatches } from "../../shared/store/batches/batch-list.ts";
import type { SweeperDependencies } from "./dependencies.ts";
import { sweepBatch } from "./sweep-batch.ts";

const batchesAtOnce = 4;

/**
 * Ends every batch, whatever failed (ADR 7). Reads only the list of running batches. May run at any time, repeatedly
 * and concurrently.
 *
 * @throws When a batch could not be processed; all others were.
 */
export function batchSweeper(sweeper: SweeperDependencies) {
	return async () => {
		const running = await findRunningBatches(sweeper.table);
		await forEachSettled(running, batchesAtOnce, (id) =>
			sweepBatch(sweeper, id),
		);
	};
}
