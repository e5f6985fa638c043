import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { FunctionHost } from "../function-host.ts";
import type { TemplateEventSource } from "../template/template-event-source.ts";
import { messagesDone } from "./messages-done.ts";
import { connectQueue } from "./queue-client.ts";
import { toSqsEvent } from "./sqs-event.ts";

/**
 * All functions share this machine, so that more concurrent invocations than processors make no batch faster and delay
 * other requests. With 1, 2, 4 and 8 invocations at a time, 10,000 invoices always take 7 s, but the slowest response
 * meanwhile takes 0.4, 0.5, 1.4 and 3.4 s. There are at least two, so that a slow chunk does not block the others.
 */
const pollersMax = Math.max(2, availableParallelism());

const pauseAfterFailureMilliseconds = 1_000;

export interface QueuePoller {
	/** Stops receiving, and waits for the messages in progress. */
	stop(): Promise<void>;
}

/**
 * Does what Lambda does for an event source mapping: receives messages, invokes the function with them, and deletes the
 * completed ones. The others become visible again after the queue's visibility timeout.
 */
export function startQueuePoller({
	source,
	host,
	gatewayUrl,
	sessionToken,
	log,
}: {
	source: TemplateEventSource;
	host: Pick<FunctionHost, "invoke">;
	gatewayUrl: string;
	/** The token by which the gateway knows the poller. */
	sessionToken?: string;
	log: (line: string) => void;
}): QueuePoller {
	const { queueArn, queueUrl, functionArn, reportsItemFailures } = source;
	const queue = connectQueue({
		endpoint: gatewayUrl,
		queueUrl,
		sessionToken,
		accessKeyId: `poller-${functionArn.split(":").at(-1)}`,
	});
	const stopping = new AbortController();

	async function processBatch() {
		const messages = await queue.receive(source, stopping.signal);
		if (messages.length === 0) return;
		const event = toSqsEvent(messages, queueArn);
		const outcome = await host.invoke(functionArn, event);
		await queue.remove(messagesDone(messages, outcome, reportsItemFailures));
	}

	async function poll() {
		while (!stopping.signal.aborted) {
			try {
				await processBatch();
			} catch (error) {
				if (stopping.signal.aborted) return;
				// Messages that were received and not removed are delivered again.
				log(`Polling ${queueUrl}: ${error}`);
				await setTimeout(pauseAfterFailureMilliseconds);
			}
		}
	}

	const pollers = Math.min(source.concurrencyMax, pollersMax);
	const polling = Array.from({ length: pollers }, poll);
	return {
		async stop() {
			stopping.abort();
			await Promise.all(polling);
			queue.close();
		},
	};
}
