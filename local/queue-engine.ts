import { buildApp } from "fauxqs";
// Not `startFauxqs`, which listens on all network interfaces: this queue is for loopback only.
import { PersistenceManager } from "../node_modules/fauxqs/dist/persistence.js";
import { S3Store } from "../node_modules/fauxqs/dist/s3/s3Store.js";
import { SnsStore } from "../node_modules/fauxqs/dist/sns/snsStore.js";
import {
	type SqsQueue,
	SqsStore,
} from "../node_modules/fauxqs/dist/sqs/sqsStore.js";

export interface QueueEngine {
	url: string;
	stop(): Promise<void>;
}

/**
 * Starts an SQS-compatible engine on loopback, inside this process. Every change is written to disk before its response:
 * a killed stack loses no message, except one that is being moved to its dead-letter queue.
 *
 * @param directory Directory of its files, locked by the caller. Absent: in memory.
 */
export async function startQueueEngine({
	directory,
}: {
	directory?: string;
} = {}): Promise<QueueEngine> {
	const sqsStore = new SqsStore();
	const snsStore = new SnsStore();
	const persistence = directory
		? persist(directory, sqsStore, snsStore)
		: undefined;
	const app = buildApp({
		logger: false,
		stores: { sqsStore, snsStore, s3Store: new S3Store() },
	});
	const url = await app.listen({ port: 0, host: "127.0.0.1" });
	return {
		url,
		async stop() {
			await app.close();
			persistence?.close();
		},
	};
}

function persist(
	directory: string,
	sqsStore: SqsStore,
	snsStore: SnsStore,
): PersistenceManager {
	const persistence = new PersistenceManager(directory);
	// A bug in fauxqs 2.4.1 makes this fail and lose a message that becomes visible again. On disk it stays in flight: see
	// `makeVisible`.
	persistence.updateMessageReady = () => {};
	persistence.loadSqsAndSns(sqsStore, snsStore);
	sqsStore.persistence = persistence;
	for (const queue of sqsStore.allQueues()) {
		makeVisible(queue);
		queue.persistence = persistence;
	}
	return persistence;
}

/**
 * Makes the messages that were in flight when the stack ended visible at once. Their receipt is not counted: otherwise a
 * few restarts would move them to the dead-letter queue.
 */
function makeVisible(queue: SqsQueue) {
	for (const { message, receiptHandle } of queue.inspectMessages().inflight) {
		message.approximateReceiveCount -= 1;
		queue.changeVisibility(receiptHandle, 0);
	}
}
