import { setTimeout } from "node:timers/promises";
import { SendMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { backoffMilliseconds } from "../timing/backoff.ts";

const attemptsMax = 4;

/**
 * Sends messages in one call, and retries those that SQS rejects.
 *
 * @param bodies At most `messagesPerCall`.
 * @param delaySeconds Delivery delay.
 * @throws When a message could not be sent; others may have been sent.
 */
export async function sendBodies(
	client: SQSClient,
	queueUrl: string,
	bodies: readonly string[],
	delaySeconds = 0,
) {
	let unsent = bodies.map((body, index) => ({
		Id: `${index}`,
		MessageBody: body,
		...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
	}));
	for (let attempt = 0; attempt < attemptsMax; attempt++) {
		if (attempt > 0) await setTimeout(backoffMilliseconds(attempt));
		const { Failed = [] } = await client.send(
			new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: unsent }),
		);
		// SQS rejects single messages with status 200.
		const failed = new Set(Failed.map(({ Id }) => Id));
		unsent = unsent.filter(({ Id }) => failed.has(Id));
		if (unsent.length === 0) return;
	}
	throw new Error(`${unsent.length} messages could not be sent`);
}
