import { createHash, randomUUID } from "node:crypto";
import {
	type AwsAnswer,
	type AwsCall,
	parse,
} from "../../../tools/local/aws-gateway/aws-call.ts";
import {
	awsError,
	jsonAnswer,
} from "../../../tools/local/aws-gateway/aws-error.ts";

/** Gets the bodies of the messages of a call. */
export type ReceiveMessages = (bodies: readonly string[]) => void;

interface MessageBatch {
	Entries: { Id: string; MessageBody: string }[];
}

/** Answers as SQS answers `SendMessageBatch`. Delivers nothing: tests do. */
export function answerMessages(
	call: AwsCall,
	receive: ReceiveMessages,
): AwsAnswer {
	// Not an exception, which would fail the run: a client of another process may call the port's former owner.
	if (call.operation !== "SendMessageBatch")
		return awsError(call, 400, "UnsupportedOperation");
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
