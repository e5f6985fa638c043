import { Duration } from "aws-cdk-lib";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { chunkSource } from "./chunk-source.ts";
import { functionTimeout } from "./service-function.ts";

const visibilityTimeout = Duration.seconds(
	chunkSource.visibilityTimeoutSeconds,
);

/** The queue with one message for each chunk of a batch, and its dead-letter queue. */
export interface ChunkQueue {
	queue: IQueue;
	deadLetters: IQueue;
}

export function chunkQueue(scope: Construct): ChunkQueue {
	if (visibilityTimeout.toSeconds() < 6 * functionTimeout.toSeconds()) {
		throw new Error(
			"The visibility timeout must be at least six times the worker's timeout",
		);
	}
	const common = {
		encryption: QueueEncryption.SQS_MANAGED,
		enforceSSL: true,
	};
	const deadLetters = new Queue(scope, "DeadLetterQueue", {
		...common,
		retentionPeriod: Duration.days(14),
	});
	const queue = new Queue(scope, "ChunkQueue", {
		...common,
		visibilityTimeout,
		retentionPeriod: Duration.days(4),
		deadLetterQueue: {
			queue: deadLetters,
			maxReceiveCount: chunkSource.receiveCountMax,
		},
	});
	return { queue, deadLetters };
}
