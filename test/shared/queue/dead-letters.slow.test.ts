import {
	CreateQueueCommand,
	ReceiveMessageCommand,
	SendMessageCommand,
	SQSClient,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectChunkQueue } from "../../../shared/queue/chunk-queue.ts";
import {
	connectDeadLetters,
	type DeadLetters,
} from "../../../shared/queue/dead-letters.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import {
	type QueueEngine,
	startQueueEngine,
} from "../../../tools/local/queue-engine.ts";

const bulkActionSlug = "01M7YRRT801SBRXJ1F8V4DQ035";
const messages = (count: number) =>
	Array.from({ length: count }, (_, chunk) => ({
		organizationId: "acme",
		bulkActionSlug,
		chunk,
	}));

let engine: QueueEngine;
let client: SQSClient;
let queueUrl: string;
let deadLetterQueueUrl: string;
let deadLetters: DeadLetters;

beforeAll(async () => {
	engine = await startQueueEngine();
	client = new SQSClient(localConnection(engine.url));
});
afterAll(() => engine.stop());

let queues = 0;
beforeEach(async () => {
	queueUrl = await createQueue();
	deadLetterQueueUrl = await createQueue();
	const connection = localConnection(engine.url);
	deadLetters = connectDeadLetters({
		...connection,
		queueUrl,
		deadLetterQueueUrl,
	});
	await connectChunkQueue({ ...connection, url: deadLetterQueueUrl })(
		messages(25),
	);
});

async function createQueue(): Promise<string> {
	const { QueueUrl = "" } = await client.send(
		new CreateQueueCommand({ QueueName: `queue-${queues++}` }),
	);
	return QueueUrl;
}

async function bodiesIn(url: string): Promise<string[]> {
	const bodies: string[] = [];
	for (;;) {
		const { Messages = [] } = await client.send(
			new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
		);
		if (Messages.length === 0) return bodies.sort();
		bodies.push(...Messages.map(({ Body = "" }) => Body));
	}
}

const sortedChunks = (letters: { message: { chunk: number } | null }[]) =>
	letters.map(({ message }) => message?.chunk ?? -1).sort((a, b) => a - b);
const upTo24 = messages(25).map(({ chunk }) => chunk);

describe("contract 5: dlq list", () => {
	it("sees every message once and leaves it there, visible at once", async () => {
		const letters = await deadLetters.list();
		expect(sortedChunks(letters)).toEqual(upTo24);
		expect(letters[0]).toMatchObject({
			messageId: expect.any(String),
			message: { organizationId: "acme", bulkActionSlug },
			receiveCount: 1,
		});
		const sentAgoMilliseconds = Date.now() - +(letters[0]?.sentAt ?? 0);
		expect(Math.abs(sentAgoMilliseconds)).toBeLessThan(60_000);

		const again = await deadLetters.list();
		expect(sortedChunks(again)).toEqual(upTo24);
		expect(await bodiesIn(deadLetterQueueUrl)).toHaveLength(25);
	});

	it("shows a message that cannot be read as it is", async () => {
		const poison = ["poison", "null", '{"format":2,"organizationId":"acme"}'];
		for (const MessageBody of poison)
			await client.send(
				new SendMessageCommand({ QueueUrl: deadLetterQueueUrl, MessageBody }),
			);
		const letters = await deadLetters.list();
		expect(letters).toHaveLength(28);
		const unread = letters.filter(({ message }) => message === null);
		expect(unread.map(({ body }) => body)).toEqual(poison);
	});
});

describe("contract 5: dlq redrive", () => {
	it("moves all messages to the workers' queue, unchanged", async () => {
		const sent = (await deadLetters.list()).map(({ body }) => body).sort();
		expect(await deadLetters.redrive(async () => {})).toBe(25);
		expect(await bodiesIn(queueUrl)).toEqual(sent);
		expect(await deadLetters.list()).toEqual([]);
	});
});
