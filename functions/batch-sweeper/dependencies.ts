import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import type { Clock } from "../../shared/runtime/clock.ts";
import type { SweepTimes } from "../../shared/runtime/config.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { Observers } from "../dependencies.ts";

/** The dependencies of the sweeper. */
export interface SweeperDependencies extends Observers {
	table: Table;
	sendChunks: SendChunks;
	times: SweepTimes;
	clock: Clock;
}
