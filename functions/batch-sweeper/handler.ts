import { connectTable } from "../../shared/dynamodb/table.ts";
import { systemClock } from "../../shared/environment/clock.ts";
import {
	chunkQueueUrl,
	sweepTimes,
	tableName,
} from "../../shared/environment/config.ts";
import { connectChunkQueue } from "../../shared/queue/chunk-queue.ts";
import { connectObservers } from "../dependencies.ts";
import { batchSweeper } from "./batch-sweeper.ts";

export const handler = batchSweeper({
	table: connectTable({ name: tableName() }),
	sendChunks: connectChunkQueue({ url: chunkQueueUrl() }),
	times: sweepTimes(),
	clock: systemClock,
	...connectObservers(),
});
