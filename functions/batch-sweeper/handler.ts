import { connectChunkQueue } from "../../shared/queue/chunk-queue.ts";
import { systemClock } from "../../shared/runtime/clock.ts";
import {
	chunkQueueUrl,
	metricsNamespace,
	sweepTimes,
	tableName,
} from "../../shared/runtime/config.ts";
import { createLogger } from "../../shared/runtime/logger.ts";
import { createAbandonedChunksCounter } from "../../shared/runtime/metrics.ts";
import { connectTable } from "../../shared/store/dynamodb/table.ts";
import { batchSweeper } from "./batch-sweeper.ts";

export const handler = batchSweeper({
	table: connectTable({ name: tableName() }),
	sendChunks: connectChunkQueue({ url: chunkQueueUrl() }),
	countAbandonedChunks: createAbandonedChunksCounter(metricsNamespace()),
	times: sweepTimes(),
	clock: systemClock,
	logger: createLogger(),
});
