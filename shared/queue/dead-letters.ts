import {
	ChangeMessageVisibilityBatchCommand,
	DeleteMessageBatchCommand,
	type Message,
	ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { inGroups } from "../runtime/in-groups.ts";
import { type ChunkMessage, parseChunkMessage } from "./chunk-message.ts";
import { sendBodies } from "./send-bodies.ts";
import {
	connectSqs,
	messagesPerCall,
	type SqsConnection,
} from "./sqs-client.ts";

/** A command comes to an end, however many messages there are and whatever keeps coming back. */
const lookCallsMax = 1_000;
const redriveCallsMax = 10_000;
/** How long nobody else sees a message that we have in our hands, should we not get to giving it back. */
const lookSeconds = 60;
const redriveSeconds = 30;
/** A call that does not wait may overlook messages. */
const waitSeconds = 1;

/** The queue of the messages that no worker got done. */
export interface DeadLetters {
	/** Looks at the messages, at most some 10,000, oldest first; afterwards all are where they were. */
	look(): Promise<DeadLetter[]>;
	/**
	 * Sends them to the workers again.
	 *
	 * @returns How many; each is sent once or more.
	 * @throws When one could not be sent: it and all that were not tried stay.
	 */
	redrive(): Promise<number>;
}

export interface DeadLetter {
	messageId: string;
	body: string;
	/** null: it cannot be read, at least not by this version. */
	message: ChunkMessage | null;
	/** How often it was received, by workers and by those who looked. */
	receiveCount: number;
	sentAt: Date;
}

export interface DeadLetterConnection extends SqsConnection {
	queueUrl: string;
	deadLetterQueueUrl: string;
}

export function connectDeadLetters({
	queueUrl,
	deadLetterQueueUrl,
	...connection
}: DeadLetterConnection): DeadLetters {
	const client = connectSqs(connection);

	async function receive(visibilitySeconds: number): Promise<Message[]> {
		const { Messages = [] } = await client.send(
			new ReceiveMessageCommand({
				QueueUrl: deadLetterQueueUrl,
				MaxNumberOfMessages: messagesPerCall,
				VisibilityTimeout: visibilitySeconds,
				WaitTimeSeconds: waitSeconds,
				MessageSystemAttributeNames: [
					"ApproximateReceiveCount",
					"SentTimestamp",
				],
			}),
		);
		return Messages;
	}

	/** One that fails is visible again by itself, a little later. */
	async function release(messages: Iterable<Message>) {
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

	/** One that fails stays, and is sent once more than it needs to be. */
	async function remove(messages: readonly Message[]) {
		const Entries = messages.map(({ ReceiptHandle }, index) => ({
			Id: `${index}`,
			ReceiptHandle,
		}));
		await client.send(
			new DeleteMessageBatchCommand({ QueueUrl: deadLetterQueueUrl, Entries }),
		);
	}

	return {
		async look() {
			const seen = new Map<string | undefined, Message>();
			try {
				for (let call = 0; call < lookCallsMax; call++) {
					const messages = await receive(lookSeconds);
					if (messages.length === 0) break;
					for (const message of messages) seen.set(message.MessageId, message);
				}
			} finally {
				await release(seen.values());
			}
			const letters = [...seen.values()].map(toDeadLetter);
			return letters.sort((one, other) => +one.sentAt - +other.sentAt);
		},
		async redrive() {
			let redriven = 0;
			for (let call = 0; call < redriveCallsMax; call++) {
				const messages = await receive(redriveSeconds);
				if (messages.length === 0) break;
				const bodies = messages.map(({ Body = "" }) => Body);
				await sendBodies(client, queueUrl, bodies);
				// Only now: a message may be there twice, but not be lost.
				await remove(messages);
				redriven += messages.length;
			}
			return redriven;
		},
	};
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

/** That it cannot be read may be why it is here. */
function readMessage(body: string): ChunkMessage | null {
	try {
		return parseChunkMessage(body);
	} catch {
		return null;
	}
}
