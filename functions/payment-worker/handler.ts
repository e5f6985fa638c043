import { connectTable } from "../../shared/dynamodb/table.ts";
import { systemClock } from "../../shared/environment/clock.ts";
import { chunkQueueUrl, tableName } from "../../shared/environment/config.ts";
import { connectChunkQueue } from "../../shared/queue/chunk-queue.ts";
import { connectObservers } from "../dependencies.ts";
import { paymentWorker } from "./payment-worker.ts";

export const handler = paymentWorker({
	table: connectTable({ name: tableName() }),
	sendChunks: connectChunkQueue({ url: chunkQueueUrl() }),
	clock: systemClock,
	...connectObservers(),
});
