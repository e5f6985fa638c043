import { connectChunkQueue } from "../../shared/queue/chunk-queue.ts";
import { systemClock } from "../../shared/runtime/clock.ts";
import { chunkQueueUrl, tableName } from "../../shared/runtime/config.ts";
import { connectTable } from "../../shared/store/dynamodb/table.ts";
import { connectObservers } from "../dependencies.ts";
import { paymentWorker } from "./payment-worker.ts";

export const handler = paymentWorker({
	table: connectTable({ name: tableName() }),
	sendChunks: connectChunkQueue({ url: chunkQueueUrl() }),
	clock: systemClock,
	...connectObservers(),
});
