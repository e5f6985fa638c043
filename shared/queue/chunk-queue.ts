import { setTimeout } from "node:timers/promises";
import {
	SendMessageBatchCommand,
	type SendMessageBatchRequestEntry,
	SQSClient,
} from "@aws-sdk/client-sqs";
import { backoffMilliseconds } from "../runtime/backoff.ts";
import { inGroups } from "../runtime/in-groups.ts";
import { sideBySide } from "../runtime/side-by-side.ts";
import { type ChunkMessage, formatChunkMessage } from "./chunk-message.ts";

const messagesPerCall = 10;
const callsAtOnce = 16;
const attemptsMax = 4;

/**
 * Sends messages, 10 to a call and some calls side by side; each arrives once or more, in any order.
 *
 * @throws When one could not be sent; the others may or may not be.
 */
export type SendChunks = (messages: readonly ChunkMessage[]) => Promise<void>;

export interface QueueConnection {
	url: string;
	/** Absent on AWS, where the environment decides. */
	endpoint?: string;
	region?: string;
	credentials?: { accessKeyId: string; secretAccessKey: string };
}

export function connectChunkQueue({
	url,
	...connection
}: QueueConnection): SendChunks {
	const client = new SQSClient({
		...connection,
		// Without these a call that the network swallowed would hang until the function is killed.
		requestHandler: {
			connectionTimeout: 1_000,
			requestTimeout: 2_500,
			throwOnRequestTimeout: true,
		},
	});

	async function sendCall(messages: readonly ChunkMessage[]) {
		let open = messages.map(toEntry);
		for (let attempt = 0; attempt < attemptsMax; attempt++) {
			if (attempt > 0) await setTimeout(backoffMilliseconds(attempt));
			const { Failed = [] } = await client.send(
				new SendMessageBatchCommand({ QueueUrl: url, Entries: open }),
			);
			// Refused one by one, with status 200.
			const failed = new Set(Failed.map(({ Id }) => Id));
			open = open.filter(({ Id }) => failed.has(Id));
			if (open.length === 0) return;
		}
		throw new Error(`${open.length} messages could not be sent`);
	}

	return (messages) =>
		sideBySide(inGroups(messages, messagesPerCall), callsAtOnce, sendCall);
}

const toEntry = (
	message: ChunkMessage,
	index: number,
): SendMessageBatchRequestEntry => ({
	Id: `${index}`,
	MessageBody: formatChunkMessage(message),
});
