import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { FunctionHost } from "../function-host.ts";
import type { TemplateEventSource } from "../template/template-event-source.ts";
import { messagesDone } from "./messages-done.ts";
import { connectQueue } from "./queue-client.ts";
import { toSqsEvent } from "./sqs-event.ts";

/**
 * Lambda has any number of machines, and here there is one: more invocations at a time than it has processors make no
 * batch faster, and let every other request wait (10,000 invoices with 1, 2, 4, 8 at a time: 7 s each; the slowest
 * answer meanwhile 0.4, 0.5, 1.4, 3.4 s). Never one alone, which a slow chunk would block.
 */
const pollersMax = Math.max(2, availableParallelism());

const pauseAfterFailureMilliseconds = 1_000;

export interface QueuePoller {
	/** Takes up no more messages, and waits for those that are being worked off. */
	stop(): Promise<void>;
}

/**
 * Does what Lambda does for an event source mapping: takes messages from the queue, invokes the function with them, and
 * removes those that it is through with. The others become visible again when the queue's visibility timeout is over.
 */
export function startQueuePoller({
	source,
	host,
	gatewayUrl,
	log,
}: {
	source: TemplateEventSource;
	host: Pick<FunctionHost, "invoke">;
	gatewayUrl: string;
	log: (chunk: Buffer) => void;
}): QueuePoller {
	const { queueArn, queueUrl, functionArn, reportsItemFailures } = source;
	const queue = connectQueue({
		endpoint: gatewayUrl,
		queueUrl,
		accessKeyId: `poller-${functionArn.split(":").at(-1)}`,
	});
	const stopping = new AbortController();

	async function workOffBatch() {
		const messages = await queue.receive(source, stopping.signal);
		if (messages.length === 0) return;
		const event = toSqsEvent(messages, queueArn);
		const outcome = await host.invoke(functionArn, event);
		await queue.remove(messagesDone(messages, outcome, reportsItemFailures));
	}

	async function poll() {
		while (!stopping.signal.aborted) {
			try {
				await workOffBatch();
			} catch (error) {
				if (stopping.signal.aborted) return;
				// Messages that were received and not removed are delivered again.
				log(Buffer.from(`Polling ${queueUrl}: ${error}\n`));
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
