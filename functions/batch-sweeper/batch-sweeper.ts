import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import type { Clock } from "../../shared/runtime/clock.ts";
import type { SweepTimes } from "../../shared/runtime/config.ts";
import type { Logger } from "../../shared/runtime/logger.ts";
import type { CountGivenUpChunks } from "../../shared/runtime/metrics.ts";
import { tryEach } from "../../shared/runtime/side-by-side.ts";
import { findRunningBatches } from "../../shared/store/batch-list.ts";
import type { Table } from "../../shared/store/table.ts";
import { sweepBatch } from "./sweep-batch.ts";

export interface BatchSweeper {
	table: Table;
	sendChunks: SendChunks;
	/** Raises the alarm. */
	countGivenUpChunks: CountGivenUpChunks;
	times: SweepTimes;
	clock: Clock;
	logger: Logger;
}

const batchesAtOnce = 4;

/**
 * Sees to it that every batch comes to its end, whatever died on its way (design 5, "Sweeper"). It goes by the list of
 * running batches alone, and may run at any time, as often as one likes, and twice at once.
 *
 * @throws When a batch could not be seen to; the others were.
 */
export function batchSweeper(sweeper: BatchSweeper) {
	return async () => {
		const running = await findRunningBatches(sweeper.table);
		await tryEach(running, batchesAtOnce, (id) => sweepBatch(sweeper, id));
	};
}
