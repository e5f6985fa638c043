import { connectChunkQueue } from "../../shared/queue/chunk-queue.ts";
import { systemClock } from "../../shared/runtime/clock.ts";
import {
	chunkQueueUrl,
	metricsNamespace,
	sweepTimes,
	tableName,
} from "../../shared/runtime/config.ts";
import { createLogger } from "../../shared/runtime/logger.ts";
import { createGivenUpChunksCounter } from "../../shared/runtime/metrics.ts";
import { connectTable } from "../../shared/store/table.ts";
import { batchSweeper } from "./batch-sweeper.ts";

export const handler = batchSweeper({
	table: connectTable({ name: tableName() }),
	sendChunks: connectChunkQueue({ url: chunkQueueUrl() }),
	countGivenUpChunks: createGivenUpChunksCounter(metricsNamespace()),
	times: sweepTimes(),
	clock: systemClock,
	logger: createLogger(),
});
