/**
 * This is the only file that uses the internals of the package fauxqs, whose public API listens on all network
 * interfaces. `test/tools/local/fauxqs.test.ts` checks what it relies on. Run that test after an update.
 */
import { buildApp } from "fauxqs";
import { PersistenceManager } from "../../node_modules/fauxqs/dist/persistence.js";
import { S3Store } from "../../node_modules/fauxqs/dist/s3/s3Store.js";
import { SnsStore } from "../../node_modules/fauxqs/dist/sns/snsStore.js";
import { SqsStore } from "../../node_modules/fauxqs/dist/sqs/sqsStore.js";

export interface QueueServer {
	/** Messages that were received and not removed when the files were last used. */
	messagesInFlight: readonly MessageInFlight[];
	/** Starts to listen. @returns The URL. */
	listen(options: { port: number; host: string }): Promise<string>;
	close(): Promise<void>;
}

export interface MessageInFlight {
	/** Makes the message visible at once, as if it had not been received the last time. */
	undoReceipt(): void;
}

/**
 * Opens an SQS-compatible server. Every change is written to disk before its response.
 *
 * @param directory The directory of its files. When absent, everything is in memory.
 */
export function openQueueServer(directory?: string): QueueServer {
	const sqsStore = new SqsStore();
	const snsStore = new SnsStore();
	const persistence = directory
		? persist(directory, sqsStore, snsStore)
		: undefined;
	const app = buildApp({
		logger: false,
		stores: { sqsStore, snsStore, s3Store: new S3Store() },
	});
	// A web page could send a form: browsers send forms without asking the server first.
	app.addHook("onRequest", async (request, reply) => {
		if (request.headers.origin === undefined) return;
		await reply.code(403).send("A web page may not call the queues");
	});
	return {
		messagesInFlight: inFlight(sqsStore),
		listen: (options) => app.listen(options),
		async close() {
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
	// A bug in fauxqs 2.4.1 makes this fail and lose a message that becomes visible again. On disk it stays in flight, and
	// is made visible at the next start.
	persistence.updateMessageReady = () => {};
	// A receipt before the stop must not count, even if its visibility timeout ended since. So all are loaded as in flight.
	const inAnHour = Date.now() + 3_600_000;
	// biome-ignore lint/complexity/useLiteralKeys: the package declares it private
	persistence["db"].exec(
		`UPDATE sqs_messages SET visibility_deadline = ${inAnHour} WHERE receipt_handle IS NOT NULL`,
	);
	persistence.loadSqsAndSns(sqsStore, snsStore);
	sqsStore.persistence = persistence;
	for (const queue of sqsStore.allQueues()) queue.persistence = persistence;
	return persistence;
}

function inFlight(sqsStore: SqsStore): MessageInFlight[] {
	return [...sqsStore.allQueues()].flatMap((queue) =>
		queue.inspectMessages().inflight.map(({ message, receiptHandle }) => ({
			undoReceipt() {
				message.approximateReceiveCount -= 1;
				queue.changeVisibility(receiptHandle, 0);
			},
		})),
	);
}
