import {
	DeleteMessageBatchCommand,
	ReceiveMessageCommand,
	SendMessageBatchCommand,
	SQSClient,
} from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterEach, expect, it } from "vitest";
import { connectDeadLetters } from "../../../shared/queue/dead-letters.ts";

/** The local queue refuses no single message of a call. All else is tested with it, in `dead-letters.slow.test.ts`. */
const sqs = mockClient(SQSClient);
afterEach(() => sqs.restore());

it("contract 5: dlq redrive removes nothing that it could not send", async () => {
	sqs.on(ReceiveMessageCommand).resolves({
		Messages: [{ MessageId: "1", Body: "{}", ReceiptHandle: "r" }],
	});
	sqs.on(SendMessageBatchCommand).resolves({
		Failed: [{ Id: "0", Code: "InternalError", SenderFault: false }],
		Successful: [],
	});
	const deadLetters = connectDeadLetters({
		region: "ap-south-1",
		queueUrl: "http://queue",
		deadLetterQueueUrl: "http://dead-letters",
	});
	await expect(deadLetters.redrive()).rejects.toThrow(
		"1 messages could not be sent",
	);
	expect(sqs.commandCalls(DeleteMessageBatchCommand)).toEqual([]);
});
