import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { chunkSource } from "../../lib/chunk-source.ts";
import { formatChunkMessage } from "../../shared/queue/chunk-message.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import { messagesPerCall } from "../../shared/queue/sqs-client.ts";
import { assumed } from "./assumptions.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** A queue with Lambda as its reader, on a virtual clock. */
export interface SimulatedQueue {
	send: SendChunks;
	/**
	 * Processes the queue with one poller for each worker, until `isDone`.
	 *
	 * @throws When a chunk was not paid.
	 */
	process(workers: readonly Worker[], isDone: () => boolean): Promise<void>;
	/** What it cost so far. */
	used: QueueUsage;
}

export type Worker = (event: SQSEvent) => Promise<SQSBatchResponse>;

export interface QueueUsage {
	requests: number;
	invocations: number;
	/** Total of all invocations. */
	invokedMilliseconds: number;
	/** Messages that a worker sent again. */
	resent: number;
}

interface Message {
	id: string;
	body: string;
	visibleAt: number;
}

/** After which a poller without messages checks again. Long polling answers as soon as a message arrives. */
const idleMilliseconds = 10;

export function simulateQueue(time: VirtualTime): SimulatedQueue {
	const waiting: Message[] = [];
	const used = {
		requests: 0,
		invocations: 0,
		invokedMilliseconds: 0,
		resent: 0,
	};
	let sent = 0;

	function receive(): Message[] {
		const visible = waiting.filter(({ visibleAt }) => visibleAt <= time.now());
		const taken = visible.slice(0, chunkSource.chunksPerInvocation);
		for (const message of taken) waiting.splice(waiting.indexOf(message), 1);
		return taken;
	}

	async function invoke(worker: Worker, messages: readonly Message[]) {
		await time.pause(assumed.invokeMilliseconds);
		const startedAt = time.now();
		const Records = messages.map(
			// The worker reads only these two properties of a record.
			({ id, body }) => ({ messageId: id, body }) as SQSRecord,
		);
		const { batchItemFailures } = await worker({ Records });
		used.invocations += 1;
		used.invokedMilliseconds += time.now() - startedAt;
		if (batchItemFailures.length > 0) throw new Error("A chunk was not paid");
	}

	async function poll(worker: Worker, startsAt: number, isDone: () => boolean) {
		await time.pause(startsAt);
		while (!isDone()) {
			const messages = receive();
			if (messages.length === 0) {
				await time.pause(idleMilliseconds);
				continue;
			}
			await time.pause(assumed.queueMilliseconds);
			await invoke(worker, messages);
			await time.pause(assumed.queueMilliseconds);
			// The receipt and the deletion.
			used.requests += 2;
		}
	}

	return {
		used,
		async send(messages, { delaySeconds = 0 } = {}) {
			await time.pause(assumed.queueMilliseconds);
			used.requests += Math.ceil(messages.length / messagesPerCall);
			if (delaySeconds > 0) used.resent += messages.length;
			const visibleAt = time.now() + delaySeconds * 1_000;
			for (const message of messages)
				waiting.push({
					id: `${sent++}`,
					body: formatChunkMessage(message),
					visibleAt,
				});
		},
		async process(workers, isDone) {
			const between = assumed.pollersStartMilliseconds / workers.length;
			await Promise.all(
				workers.map((worker, index) => poll(worker, index * between, isDone)),
			);
		},
	};
}
