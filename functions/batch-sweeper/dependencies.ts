import type { Table } from "../../shared/dynamodb/table.ts";
import type { Clock } from "../../shared/environment/clock.ts";
import type { SweepTimes } from "../../shared/environment/config.ts";
import type { Observers } from "../../shared/logging/observers.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";

/** The dependencies of the sweeper. */
export interface SweeperDependencies extends Observers {
	table: Table;
	sendChunks: SendChunks;
	times: SweepTimes;
	clock: Clock;
}
