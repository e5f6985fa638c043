import type { TemplateQueue } from "./template-queue.ts";

/** URLs of a queue and of its dead-letter queue. */
export interface DeadLetterRoute {
	queueUrl: string;
	deadLetterQueueUrl: string;
}

/** @throws When no queue of the template has a dead-letter queue. */
export function deadLetterRoute(
	queues: readonly TemplateQueue[],
): DeadLetterRoute {
	for (const { url, attributes } of queues) {
		const { deadLetterTargetArn } = JSON.parse(
			attributes.RedrivePolicy ?? "{}",
		);
		const deadLetterQueue = queues.find(
			({ arn }) => arn === deadLetterTargetArn,
		);
		if (deadLetterQueue)
			return { queueUrl: url, deadLetterQueueUrl: deadLetterQueue.url };
	}
	throw new Error("The template has no queue with a dead-letter queue");
}
