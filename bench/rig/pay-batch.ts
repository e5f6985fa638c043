import type { SQSEvent, SQSRecord } from "aws-lambda";
import type { ChunkQueue } from "./chunk-queue.ts";
import type { Client, Invoked } from "./client.ts";
import { markAsPaidEvent } from "./mark-as-paid-event.ts";

/** As in `lib/payment-batches.ts`. */
const messagesPerInvocation = 5;

/** The functions and the queue of a batch. */
export interface BatchFunctions {
	markAsPaid: Client;
	worker: Client;
	queue: ChunkQueue;
}

export interface PaidBatch {
	accepted: Invoked;
	worked: Invoked[];
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
		worked: await workOff(worker, messages),
		messages: messages.length,
	};
}

/** @throws When a message is not completed. */
export async function workOff(
	worker: Client,
	messages: readonly string[],
): Promise<Invoked[]> {
	const worked = [];
	for (let at = 0; at < messages.length; at += messagesPerInvocation) {
		const event = toEvent(messages.slice(at, at + messagesPerInvocation));
		const invoked = await worker.ask({ event });
		const { batchItemFailures = [] } = invoked.response;
		if (batchItemFailures.length > 0) throw new Error("A chunk was not paid");
		worked.push(invoked);
	}
	return worked;
}

const toEvent = (bodies: readonly string[]): SQSEvent => ({
	// The functions read only these two properties of a record.
	Records: bodies.map(
		(body, index) => ({ messageId: `${index}`, body }) as SQSRecord,
	),
});
