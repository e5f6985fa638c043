import {
	DeleteMessageBatchCommand,
	ReceiveMessageCommand,
	SendMessageBatchCommand,
	SQSClient,
} from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, expect, it } from "vitest";
import { connectDeadLetters } from "../../../shared/queue/dead-letters.ts";

/** The local queue refuses no single message of a call. All else is tested with it, in `dead-letters.slow.test.ts`. */
const sqs = mockClient(SQSClient);
afterEach(() => sqs.reset());
afterAll(() => sqs.restore());

const connect = () =>
	connectDeadLetters({
		region: "ap-south-1",
		queueUrl: "http://queue",
		deadLetterQueueUrl: "http://dead-letters",
	});

const receives = (Body: string) =>
	sqs.on(ReceiveMessageCommand).resolves({
		Messages: [{ MessageId: "1", Body, ReceiptHandle: "r" }],
	});

it("issue 31.2: dlq redrive sends nothing of an organization without an audit record", async () => {
	receives(
		'{"format":1,"organizationId":"acme","bulkActionSlug":"B","chunk":0}',
	);
	const redriven = connect().redrive(async (organizationId) => {
		throw new Error(`no record of ${organizationId}`);
	});
	await expect(redriven).rejects.toThrow("no record of acme");
	expect(sqs.commandCalls(SendMessageBatchCommand)).toEqual([]);
});

it("issue 31.2: dlq redrive asks for the organization of every message of a call, before it sends one", async () => {
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
