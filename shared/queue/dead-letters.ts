import {
	ChangeMessageVisibilityBatchCommand,
	DeleteMessageBatchCommand,
	type Message,
	ReceiveMessageCommand,
	type SQSClient,
} from "@aws-sdk/client-sqs";
import { inGroups } from "../collections/in-groups.ts";
import type { AwsConnection } from "../environment/aws-connection.ts";
import { type ChunkMessage, parseChunkMessage } from "./chunk-message.ts";
import { sendBodies } from "./send-bodies.ts";
import { connectSqs, messagesPerCall } from "./sqs-client.ts";

/** Upper limits, so that a command ends even when messages keep arriving. */
const listCallsMax = 1_000;
const redriveCallsMax = 10_000;
/** Visibility timeouts: a received message returns to the queue after this time if it is not released. */
const listSeconds = 60;
const redriveSeconds = 30;
/** Long polling: a call without it may miss messages. */
const waitSeconds = 1;

/** The dead-letter queue of the workers. */
export interface DeadLetters {
	/** Lists up to about 10,000 messages, oldest first. They stay on the queue. */
	list(): Promise<DeadLetter[]>;
	/**
	 * Sends the messages to the workers' queue again.
	 *
	 * @param beforeSend Called before a message is sent, with the organization whose payments it causes. What it throws
	 *   prevents that.
	 * @returns The number of messages; each is sent at least once.
	 * @throws When a message could not be sent: it and the remaining ones stay.
	 */
	redrive(
		beforeSend: (organizationId: string) => Promise<void>,
	): Promise<number>;
}

export interface DeadLetter {
	messageId: string;
	body: string;
	/** null when this version cannot parse it. */
	message: ChunkMessage | null;
	/** How often it was received, `list` included. */
	receiveCount: number;
	sentAt: Date;
}

export interface DeadLetterConnection extends AwsConnection {
	queueUrl: string;
	deadLetterQueueUrl: string;
}

export function connectDeadLetters({
	queueUrl,
	deadLetterQueueUrl,
	...connection
}: DeadLetterConnection): DeadLetters {
	const client = connectSqs(connection);
	const connected = { client, deadLetterQueueUrl };

	return {
		async list() {
			const seen = new Map<string | undefined, Message>();
			try {
				for (let call = 0; call < listCallsMax; call++) {
					const messages = await receive(connected, listSeconds);
					if (messages.length === 0) break;
					for (const message of messages) seen.set(message.MessageId, message);
				}
			} finally {
				await release(connected, seen.values());
			}
			const letters = [...seen.values()].map(toDeadLetter);
			return letters.sort((one, other) => +one.sentAt - +other.sentAt);
		},
		async redrive(beforeSend) {
			let redriven = 0;
			for (let call = 0; call < redriveCallsMax; call++) {
				const messages = await receive(connected, redriveSeconds);
				if (messages.length === 0) break;
				const bodies = messages.map(({ Body = "" }) => Body);
				for (const body of bodies) {
					// A message that this version cannot read names no organization.
					const message = readMessage(body);
					if (message) await beforeSend(message.organizationId);
				}
				await sendBodies(client, queueUrl, bodies);
				// Deletes after sending: a message may be duplicated, but never lost.
				await remove(connected, messages);
				redriven += messages.length;
			}
			return redriven;
		},
	};
}

interface Connected {
	client: SQSClient;
	deadLetterQueueUrl: string;
}

async function receive(
	{ client, deadLetterQueueUrl }: Connected,
	visibilitySeconds: number,
): Promise<Message[]> {
	const { Messages = [] } = await client.send(
		new ReceiveMessageCommand({
			QueueUrl: deadLetterQueueUrl,
			MaxNumberOfMessages: messagesPerCall,
			VisibilityTimeout: visibilitySeconds,
			WaitTimeSeconds: waitSeconds,
			MessageSystemAttributeNames: ["ApproximateReceiveCount", "SentTimestamp"],
		}),
	);
	return Messages;
}

/** Makes messages visible again. One that fails becomes visible when its timeout ends. */
async function release(
	{ client, deadLetterQueueUrl }: Connected,
	messages: Iterable<Message>,
) {
	for (const group of inGroups([...messages], messagesPerCall)) {
		const Entries = group.map(({ ReceiptHandle }, index) => ({
			Id: `${index}`,
			ReceiptHandle,
			VisibilityTimeout: 0,
		}));
		await client.send(
			new ChangeMessageVisibilityBatchCommand({
				QueueUrl: deadLetterQueueUrl,
				Entries,
			}),
		);
	}
}

/** Deletes messages. One that fails stays and is sent again by the next redrive. */
async function remove(
	{ client, deadLetterQueueUrl }: Connected,
	messages: readonly Message[],
) {
	const Entries = messages.map(({ ReceiptHandle }, index) => ({
		Id: `${index}`,
		ReceiptHandle,
	}));
	await client.send(
		new DeleteMessageBatchCommand({ QueueUrl: deadLetterQueueUrl, Entries }),
	);
}

function toDeadLetter(received: Message): DeadLetter {
	const { MessageId = "", Body = "", Attributes } = received;
	return {
		messageId: MessageId,
		body: Body,
		message: readMessage(Body),
		receiveCount: Number(Attributes?.ApproximateReceiveCount),
		sentAt: new Date(Number(Attributes?.SentTimestamp)),
	};
}

/** An unreadable message may be a dead letter for this very reason. */
function readMessage(body: string): ChunkMessage | null {
	try {
		return parseChunkMessage(body);
	} catch {
		return null;
	}
}
