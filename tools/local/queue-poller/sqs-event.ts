import type { Message, MessageAttributeValue } from "@aws-sdk/client-sqs";
import type { SQSEvent, SQSMessageAttribute } from "aws-lambda";
import { account } from "../template/account.ts";

/** Converts received messages to Lambda's event. */
export const toSqsEvent = (
	messages: readonly Message[],
	queueArn: string,
): SQSEvent => ({
	Records: messages.map((message) => ({
		messageId: message.MessageId ?? "",
		receiptHandle: message.ReceiptHandle ?? "",
		body: message.Body ?? "",
		attributes: {
			ApproximateReceiveCount: "",
			SentTimestamp: "",
			SenderId: "",
			ApproximateFirstReceiveTimestamp: "",
			...message.Attributes,
		},
		messageAttributes: toMessageAttributes(message.MessageAttributes),
		md5OfBody: message.MD5OfBody ?? "",
		eventSource: "aws:sqs",
		eventSourceARN: queueArn,
		awsRegion: account.region,
	})),
});

const toMessageAttributes = (
	attributes: Record<string, MessageAttributeValue> = {},
): Record<string, SQSMessageAttribute> =>
	Object.fromEntries(
		Object.entries(attributes).map(([name, value]) => [
			name,
			{
				...(value.StringValue && { stringValue: value.StringValue }),
				...(value.BinaryValue && {
					binaryValue: Buffer.from(value.BinaryValue).toString("base64"),
				}),
				dataType: value.DataType ?? "String",
			},
		]),
	);
