import type { TemplateQueue } from "./template-queue.ts";

/** URLs of a queue, and of the one behind it for messages that could not be processed. */
export interface DeadLetterRoute {
	queueUrl: string;
	deadLetterQueueUrl: string;
}

/** @throws When the template has no such pair. */
export function deadLetterRoute(
	queues: readonly TemplateQueue[],
): DeadLetterRoute {
	for (const { url, attributes } of queues) {
		const { deadLetterTargetArn } = JSON.parse(
			attributes.RedrivePolicy ?? "{}",
		);
		const behind = queues.find(({ arn }) => arn === deadLetterTargetArn);
		if (behind) return { queueUrl: url, deadLetterQueueUrl: behind.url };
	}
	throw new Error("The template has no queue with a dead-letter queue");
}
