import { forEachSettled } from "../../shared/runtime/concurrently.ts";
import { findRunningBatches } from "../../shared/store/batches/batch-list.ts";
import type { SweeperDependencies } from "./dependencies.ts";
import { sweepBatch } from "./sweep-batch.ts";

const batchesAtOnce = 4;

/**
 * Sees to it that every batch comes to its end, whatever died on its way (design 5, "Sweeper"). It goes by the list of
 * running batches alone, and may run at any time, as often as one likes, and twice at once.
 *
 * @throws When a batch could not be seen to; the others were.
 */
export function batchSweeper(sweeper: SweeperDependencies) {
	return async () => {
		const running = await findRunningBatches(sweeper.table);
		await forEachSettled(running, batchesAtOnce, (id) =>
			sweepBatch(sweeper, id),
		);
	};
}
