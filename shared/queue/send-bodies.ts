import { setTimeout } from "node:timers/promises";
import { SendMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { backoffMilliseconds } from "../runtime/backoff.ts";

const attemptsMax = 4;

/**
 * Sends messages in one call, and again those that were refused.
 *
 * @param bodies At most `messagesPerCall`.
 * @param delaySeconds How long nobody can receive them.
 * @throws When one could not be sent; the others may or may not be.
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
		// Refused one by one, with status 200.
		const failed = new Set(Failed.map(({ Id }) => Id));
		unsent = unsent.filter(({ Id }) => failed.has(Id));
		if (unsent.length === 0) return;
	}
	throw new Error(`${unsent.length} messages could not be sent`);
}
