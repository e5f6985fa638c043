import {
	ChangeMessageVisibilityCommand,
	DeleteMessageBatchCommand,
	type Message,
	ReceiveMessageCommand,
	SendMessageBatchCommand,
	SQSClient,
} from "@aws-sdk/client-sqs";
import { createQueues } from "../../../tools/local/create-queues.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import type { TemplateQueue } from "../../../tools/local/template/template-queue.ts";

/** A queue as it stands in a template, and how tests talk to it. */
export interface OpenQueue {
	queue: TemplateQueue;
	client: SQSClient;
	send(...bodies: string[]): Promise<void>;
	/** Receives at most 10 messages. */
	receive(waitSeconds?: number): Promise<Message[]>;
	remove(messages: Message[]): Promise<void>;
	/** To be received by others at once. */
	giveBack(messages: Message[]): Promise<void>;
}

/** Creates a queue named `work`, and behind it `dead` for what was received twice. */
export async function openQueue(
	endpoint: string,
	{ visibilitySeconds = 30, name = "work" } = {},
): Promise<OpenQueue> {
	const dead = toQueue(endpoint, "dead", {});
	const work = toQueue(endpoint, "work", {
		VisibilityTimeout: `${visibilitySeconds}`,
		RedrivePolicy: JSON.stringify({
			deadLetterTargetArn: dead.arn,
			maxReceiveCount: 2,
		}),
	});
	await createQueues(endpoint, [dead, work]);
	const queue = name === "dead" ? dead : work;
	const client = new SQSClient(localConnection(endpoint));
	const QueueUrl = queue.url;
	return {
		queue,
		client,
		async send(...bodies) {
			const Entries = bodies.map((MessageBody, index) => ({
				Id: `${index}`,
				MessageBody,
			}));
			await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
		},
		async receive(WaitTimeSeconds = 0) {
			const { Messages = [] } = await client.send(
				new ReceiveMessageCommand({
					QueueUrl,
					WaitTimeSeconds,
					MaxNumberOfMessages: 10,
					MessageSystemAttributeNames: ["All"],
				}),
			);
			return Messages;
		},
		async giveBack(messages) {
			for (const { ReceiptHandle } of messages)
				await client.send(
					new ChangeMessageVisibilityCommand({
						QueueUrl,
						ReceiptHandle,
						VisibilityTimeout: 0,
					}),
				);
		},
		async remove(messages) {
			const Entries = messages.map(({ ReceiptHandle }, index) => ({
				Id: `${index}`,
				ReceiptHandle,
			}));
			await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
		},
	};
}

const toQueue = (
	endpoint: string,
	name: string,
	attributes: Record<string, string>,
): TemplateQueue => ({
	name,
	url: `${endpoint}/000000000000/${name}`,
	arn: `arn:aws:sqs:ap-south-1:000000000000:${name}`,
	attributes,
});
