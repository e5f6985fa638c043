import type { SQSEvent, SQSRecord } from "aws-lambda";
import { chunkSource } from "../../lib/chunk-source.ts";
import { inGroups } from "../../shared/collections/in-groups.ts";
import type { ChunkQueue } from "./chunk-queue.ts";
import type { Client, Invoked } from "./client.ts";
import { markAsPaidEvent } from "./mark-as-paid-event.ts";

/** The functions and the queue of a batch. */
export interface BatchFunctions {
	markAsPaid: Client;
	worker: Client;
	queue: ChunkQueue;
}

export interface PaidBatch {
	accepted: Invoked;
	invocations: Invoked[];
	messages: number;
}

/** Pays invoices as one batch: accepted by a request, then processed chunk by chunk. */
export async function payBatch(
	{ markAsPaid, worker, queue }: BatchFunctions,
	resources: readonly object[],
): Promise<PaidBatch> {
	const accepted = await markAsPaid.ask({ event: markAsPaidEvent(resources) });
	const { statusCode, body } = accepted.response;
	if (statusCode !== 200) throw new Error(`Not accepted: ${body}`);
	const messages = await queue.take();
	return {
		accepted,
		invocations: await processMessages(worker, messages),
		messages: messages.length,
	};
}

/**
 * Invokes the worker with the messages.
 *
 * @throws When a message is not completed.
 */
export async function processMessages(
	worker: Client,
	messages: readonly string[],
): Promise<Invoked[]> {
	const invocations = [];
	for (const group of inGroups(messages, chunkSource.chunksPerInvocation)) {
		const event = toEvent(group);
		const invocation = await worker.ask({ event });
		const { batchItemFailures = [] } = invocation.response;
		if (batchItemFailures.length > 0) throw new Error("A chunk was not paid");
		invocations.push(invocation);
	}
	return invocations;
}

const toEvent = (bodies: readonly string[]): SQSEvent => ({
	// The functions read only these two properties of a record.
	Records: bodies.map(
		(body, index) => ({ messageId: `${index}`, body }) as SQSRecord,
	),
});
