import { connectChunkQueue } from "../../shared/queue/chunk-queue.ts";
import { systemClock } from "../../shared/runtime/clock.ts";
import {
	chunkQueueUrl,
	sweepTimes,
	tableName,
} from "../../shared/runtime/config.ts";
import { connectTable } from "../../shared/store/dynamodb/table.ts";
import { connectObservers } from "../dependencies.ts";
import { batchSweeper } from "./batch-sweeper.ts";

export const handler = batchSweeper({
	table: connectTable({ name: tableName() }),
	sendChunks: connectChunkQueue({ url: chunkQueueUrl() }),
	times: sweepTimes(),
	clock: systemClock,
	...connectObservers(),
});
