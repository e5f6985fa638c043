import { createHash, randomUUID } from "node:crypto";
import {
	type AwsAnswer,
	type AwsCall,
	parse,
} from "../../../tools/local/aws-gateway/aws-call.ts";
import { jsonAnswer } from "../../../tools/local/aws-gateway/aws-error.ts";

/** Gets the bodies of the messages of a call. */
export type ReceiveMessages = (bodies: readonly string[]) => void;

interface MessageBatch {
	Entries: { Id: string; MessageBody: string }[];
}

/** Answers as SQS answers `SendMessageBatch`. Nothing is delivered: that is left to a test. */
export function answerMessages(
	call: AwsCall,
	receive: ReceiveMessages,
): AwsAnswer {
	if (call.operation !== "SendMessageBatch")
		throw new Error(`A world's queue does not answer ${call.operation}`);
	const { Entries } = parse<MessageBatch>(call);
	receive(Entries.map(({ MessageBody }) => MessageBody));
	return jsonAnswer(200, {
		Successful: Entries.map(({ Id, MessageBody }) => ({
			Id,
			MessageId: randomUUID(),
			MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
		})),
	});
}
