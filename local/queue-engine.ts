import { buildApp } from "fauxqs";
// Not `startFauxqs`: it listens on every network interface, and this queue is for this machine only.
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
 * Starts an SQS-compatible engine on loopback, inside this process. Every change is on disk before it is answered: a
 * killed stack loses no message, except one that is being moved to its dead-letter queue.
 *
 * @param directory For its files; the caller has locked it. Absent: in memory.
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
	// Fails in fauxqs 2.4.1, which then loses a message that is given back. On disk it stays received: see `takeBack`.
	persistence.updateMessageReady = () => {};
	persistence.loadSqsAndSns(sqsStore, snsStore);
	sqsStore.persistence = persistence;
	for (const queue of sqsStore.allQueues()) {
		takeBack(queue);
		queue.persistence = persistence;
	}
	return persistence;
}

/**
 * A receiver that existed when the stack ended is gone. Its message becomes visible at once instead of after the
 * visibility timeout, and the receipt is not counted: otherwise a few restarts would make it a dead letter.
 */
function takeBack(queue: SqsQueue) {
	for (const { message, receiptHandle } of queue.inspectMessages().inflight) {
		message.approximateReceiveCount -= 1;
		queue.changeVisibility(receiptHandle, 0);
	}
}
