import {
	ChangeMessageVisibilityBatchCommand,
	DeleteMessageBatchCommand,
	type Message,
	ReceiveMessageCommand,
	SendMessageBatchCommand,
	SQSClient,
} from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, expect, it } from "vitest";
import { connectDeadLetters } from "../../../shared/queue/dead-letters.ts";

/** What the local queue does not show. All else is tested with it, in `dead-letters.slow.test.ts`. */
const sqs = mockClient(SQSClient);
afterEach(() => sqs.reset());
afterAll(() => sqs.restore());

const connect = () =>
	connectDeadLetters({
		region: "ap-south-1",
		queueUrl: "http://queue",
		deadLetterQueueUrl: "http://dead-letters",
	});

const inputsOf = (command: Parameters<typeof sqs.commandCalls>[0]) =>
	sqs.commandCalls(command).map(({ args: [{ input }] }) => input);

const receives = (Body: string) =>
	sqs.on(ReceiveMessageCommand).resolves({
		Messages: [{ MessageId: "1", Body, ReceiptHandle: "r" }],
	});

it("contract 5: dlq redrive sends nothing of an organization without an audit record", async () => {
	receives(
		'{"format":1,"organizationId":"acme","bulkActionSlug":"B","chunk":0}',
	);
	const redriven = connect().redrive(async (organizationId) => {
		throw new Error(`no record of ${organizationId}`);
	});
	await expect(redriven).rejects.toThrow("no record of acme");
	expect(sqs.commandCalls(SendMessageBatchCommand)).toEqual([]);
});

it("contract 5: dlq redrive asks for the organization of every message of a call, before it sends one", async () => {
	const organizations = ["acme", "other"];
	const Messages = organizations.map((organizationId, index) => ({
		MessageId: `${index}`,
		ReceiptHandle: `${index}`,
		Body: JSON.stringify({
			format: 1,
			organizationId,
			bulkActionSlug: "B",
			chunk: 0,
		}),
	}));
	sqs.on(ReceiveMessageCommand).resolvesOnce({ Messages }).resolves({});
	sqs.on(SendMessageBatchCommand).resolves({});
	sqs.on(DeleteMessageBatchCommand).resolves({});
	const asked: string[] = [];
	const redriven = connect().redrive(async (organizationId) => {
		expect(sqs.commandCalls(SendMessageBatchCommand)).toEqual([]);
		asked.push(organizationId);
	});
	expect(await redriven).toBe(2);
	expect(asked).toEqual(organizations);
	expect(inputsOf(SendMessageBatchCommand)).toMatchObject([
		{
			QueueUrl: "http://queue",
			Entries: Messages.map(({ Body }) => ({ MessageBody: Body })),
		},
	]);
	expect(inputsOf(DeleteMessageBatchCommand)).toMatchObject([
		{
			QueueUrl: "http://dead-letters",
			Entries: [
				{ Id: "0", ReceiptHandle: "0" },
				{ Id: "1", ReceiptHandle: "1" },
			],
		},
	]);
});

it("contract 5: dlq redrive removes nothing that it could not send", async () => {
	receives("{}");
	sqs.on(SendMessageBatchCommand).resolves({
		Failed: [{ Id: "0", Code: "InternalError", SenderFault: false }],
		Successful: [],
	});
	await expect(connect().redrive(async () => {})).rejects.toThrow(
		"1 messages could not be sent",
	);
	expect(sqs.commandCalls(DeleteMessageBatchCommand)).toEqual([]);
});

/** Messages of 12 numbers were sent in another order. */
const sentAt = (number: number) => Date.UTC(2026, 10, 21) + ((5 * number) % 12);
const received = (number: number, count = 1): Message => ({
	MessageId: `m-${number}`,
	ReceiptHandle: `r-${number}-${count}`,
	Body: "poison",
	Attributes: {
		ApproximateReceiveCount: `${count}`,
		SentTimestamp: `${sentAt(number)}`,
	},
});

it("contract 5: dlq list has each message once, the oldest first, also when it was received twice, and makes all visible again", async () => {
	const numbers = Array.from({ length: 12 }, (_, index) => index);
	sqs
		.on(ReceiveMessageCommand)
		.resolvesOnce({ Messages: numbers.slice(0, 10).map((n) => received(n)) })
		.resolvesOnce({ Messages: [10, 11].map((n) => received(n)) })
		.resolvesOnce({ Messages: [received(3, 2)] })
		.resolves({});
	sqs.on(ChangeMessageVisibilityBatchCommand).resolves({});
	const letters = await connect().list();
	expect(letters).toEqual(
		[0, 5, 10, 3, 8, 1, 6, 11, 4, 9, 2, 7].map((n) => ({
			messageId: `m-${n}`,
			body: "poison",
			message: null,
			receiveCount: n === 3 ? 2 : 1,
			sentAt: new Date(sentAt(n)),
		})),
	);
	expect(inputsOf(ReceiveMessageCommand)).toHaveLength(4);
	expect(inputsOf(ReceiveMessageCommand)[0]).toMatchObject({
		QueueUrl: "http://dead-letters",
		MaxNumberOfMessages: 10,
		// Long polling: a call without it may miss messages.
		WaitTimeSeconds: 1,
		MessageSystemAttributeNames: ["ApproximateReceiveCount", "SentTimestamp"],
	});
	const entries = numbers.map((n) => ({
		Id: `${n % 10}`,
		ReceiptHandle: n === 3 ? "r-3-2" : `r-${n}-1`,
		VisibilityTimeout: 0,
	}));
	const QueueUrl = "http://dead-letters";
	expect(inputsOf(ChangeMessageVisibilityBatchCommand)).toEqual([
		{ QueueUrl, Entries: entries.slice(0, 10) },
		{ QueueUrl, Entries: entries.slice(10) },
	]);
});

it("contract 5: a dlq list that fails makes the messages that it received visible again", async () => {
	sqs
		.on(ReceiveMessageCommand)
		.resolvesOnce({ Messages: [received(0)] })
		.rejects(new Error("no queue"));
	sqs.on(ChangeMessageVisibilityBatchCommand).resolves({});
	await expect(connect().list()).rejects.toThrow("no queue");
	expect(inputsOf(ChangeMessageVisibilityBatchCommand)).toMatchObject([
		{ Entries: [{ ReceiptHandle: "r-0-1" }] },
	]);
});

it("contract 5: dlq list ends when messages keep arriving", async () => {
	sqs.on(ReceiveMessageCommand).resolves({ Messages: [received(0)] });
	sqs.on(ChangeMessageVisibilityBatchCommand).resolves({});
	expect(await connect().list()).toHaveLength(1);
	expect(inputsOf(ReceiveMessageCommand)).toHaveLength(1_000);
});
