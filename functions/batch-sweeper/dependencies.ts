import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import type { Clock } from "../../shared/runtime/clock.ts";
import type { SweepTimes } from "../../shared/runtime/config.ts";
import type { Logger } from "../../shared/runtime/logger.ts";
import type { CountAbandonedChunks } from "../../shared/runtime/metrics.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";

/** The dependencies of the sweeper. */
export interface SweeperDependencies {
	table: Table;
	sendChunks: SendChunks;
	/** Emits the metric that raises the alarm. */
	countAbandonedChunks: CountAbandonedChunks;
	times: SweepTimes;
	clock: Clock;
	logger: Logger;
}
