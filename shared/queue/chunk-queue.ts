import type { SQSClient } from "@aws-sdk/client-sqs";
import { inGroups } from "../collections/in-groups.ts";
import type { AwsConnection } from "../environment/aws-connection.ts";
import { forEachConcurrently } from "../timing/concurrently.ts";
import { type ChunkMessage, formatChunkMessage } from "./chunk-message.ts";
import { sendBodies } from "./send-bodies.ts";
import { connectSqs, messagesPerCall } from "./sqs-client.ts";

const callsAtOnce = 16;

/**
 * Sends messages, 10 to a call, with concurrent calls. Each is delivered at least once, in any order.
 *
 * @throws When a message could not be sent; others may have been sent.
 */
export type SendChunks = (
	messages: readonly ChunkMessage[],
	options?: SendOptions,
) => Promise<void>;

export interface SendOptions {
	/** Delivery delay; none when absent. */
	delaySeconds?: number;
}

export interface QueueConnection extends AwsConnection {
	url: string;
}

export function connectChunkQueue({
	url,
	...connection
}: QueueConnection): SendChunks {
	// Created when first needed: most environments never accept a batch.
	let client: SQSClient | undefined;
	return async (messages, { delaySeconds } = {}) => {
		client ??= connectSqs(connection);
		const connected = client;
		await forEachConcurrently(
			inGroups(messages, messagesPerCall),
			callsAtOnce,
			(group) =>
				sendBodies(connected, url, group.map(formatChunkMessage), delaySeconds),
		);
	};
}
