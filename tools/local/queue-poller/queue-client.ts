import {
	DeleteMessageBatchCommand,
	type Message,
	ReceiveMessageCommand,
	SQSClient,
} from "@aws-sdk/client-sqs";
import { inGroups } from "../../../shared/collections/in-groups.ts";
import { localConnection } from "../local-connection.ts";

/** The limits of SQS for one call. */
const messagesPerCall = 10;
const waitSecondsMax = 20;

export interface QueueClient {
	/**
	 * Waits for messages, by long polling.
	 *
	 * @throws When the signal aborts the wait.
	 */
	receive(batch: BatchWanted, signal: AbortSignal): Promise<Message[]>;
	remove(messages: readonly Message[]): Promise<void>;
	close(): void;
}

export interface BatchWanted {
	batchSize: number;
	/** How long to collect messages after the first one. */
	batchingWindowSeconds: number;
}

/** @param accessKeyId Identifies the client at the AWS gateway. */
export function connectQueue({
	endpoint,
	queueUrl,
	accessKeyId,
	sessionToken,
}: {
	endpoint: string;
	queueUrl: string;
	accessKeyId: string;
	sessionToken?: string | undefined;
}): QueueClient {
	const connection = localConnection(endpoint, sessionToken);
	const client = new SQSClient({
		...connection,
		credentials: { ...connection.credentials, accessKeyId },
	});

	async function receiveCall(
		count: number,
		waitSeconds: number,
		abortSignal: AbortSignal,
	): Promise<Message[]> {
		const call = new ReceiveMessageCommand({
			QueueUrl: queueUrl,
			MaxNumberOfMessages: Math.min(count, messagesPerCall),
			WaitTimeSeconds: waitSeconds,
			MessageSystemAttributeNames: ["All"],
			MessageAttributeNames: ["All"],
		});
		const { Messages = [] } = await client.send(call, { abortSignal });
		return Messages;
	}

	return {
		async receive({ batchSize, batchingWindowSeconds }, signal) {
			const batch = await receiveCall(batchSize, waitSecondsMax, signal);
			const closesAt = performance.now() + batchingWindowSeconds * 1_000;
			while (batch.length > 0 && batch.length < batchSize) {
				const seconds = Math.ceil((closesAt - performance.now()) / 1_000);
				if (seconds <= 0) break;
				const wait = Math.min(seconds, waitSecondsMax);
				const count = batchSize - batch.length;
				batch.push(...(await receiveCall(count, wait, signal)));
			}
			return batch;
		},
		async remove(messages) {
			for (const group of inGroups(messages, messagesPerCall)) {
				const Entries = group.map(({ ReceiptHandle }, index) => ({
					Id: `${index}`,
					ReceiptHandle,
				}));
				await client.send(
					new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }),
				);
			}
		},
		close: () => client.destroy(),
	};
}
