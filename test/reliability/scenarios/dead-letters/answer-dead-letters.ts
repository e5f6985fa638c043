import { createHash } from "node:crypto";
import {
	type AwsAnswer,
	type AwsCall,
	parse,
} from "../../../../tools/local/aws-gateway/aws-call.ts";
import { jsonAnswer } from "../../../../tools/local/aws-gateway/aws-error.ts";
import type { World } from "../../../support/world.ts";
import { deadLettersOf } from "./dead-letter-queue.ts";

interface Request {
	MaxNumberOfMessages: number;
	VisibilityTimeout: number;
	Entries: Entry[];
}

interface Entry {
	Id: string;
	ReceiptHandle: string;
	VisibilityTimeout: number;
}

/** Answers a call to the dead-letter queue as SQS does. */
export const answerDeadLetters = (world: World, call: AwsCall): AwsAnswer =>
	jsonAnswer(200, execute(world, call));

function execute(world: World, call: AwsCall): object {
	const request = parse<Request>(call);
	const letters = deadLettersOf(world);
	switch (call.operation) {
		case "ReceiveMessage":
			return receive(world, request);
		case "ChangeMessageVisibilityBatch":
			for (const { ReceiptHandle, VisibilityTimeout } of request.Entries)
				letters.changeVisibility(ReceiptHandle, VisibilityTimeout);
			return toResult(request);
		case "DeleteMessageBatch":
			for (const { ReceiptHandle } of request.Entries)
				letters.remove(ReceiptHandle);
			return toResult(request);
		default:
			throw new Error(`The queue in memory has no ${call.operation}`);
	}
}

function receive(
	world: World,
	{ MaxNumberOfMessages, VisibilityTimeout }: Request,
) {
	const received = deadLettersOf(world).receive(
		MaxNumberOfMessages,
		VisibilityTimeout,
	);
	return {
		Messages: received.map(({ id, body, receipt, receiveCount }) => ({
			MessageId: id,
			ReceiptHandle: receipt,
			Body: body,
			MD5OfBody: md5(body),
			Attributes: {
				ApproximateReceiveCount: `${receiveCount}`,
				SentTimestamp: `${world.time.now.getTime()}`,
			},
		})),
	};
}

const toResult = ({ Entries }: Request) => ({
	Successful: Entries.map(({ Id }) => ({ Id })),
});

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
