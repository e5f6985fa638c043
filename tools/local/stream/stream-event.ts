import type { DynamoDBRecord } from "aws-lambda";
import { account } from "../template/account.ts";
import type { EngineRecord } from "./engine-stream.ts";

/** Converts a record to the form of Lambda's event. */
export function toStreamEventRecord(
	{ id, eventName, keys, newImage, oldImage, createdAt }: EngineRecord,
	streamArn: string,
): DynamoDBRecord {
	return {
		eventID: `local-${id}`,
		eventName,
		eventVersion: "1.1",
		eventSource: "aws:dynamodb",
		awsRegion: account.region,
		eventSourceARN: streamArn,
		dynamodb: {
			ApproximateCreationDateTime: createdAt,
			Keys: JSON.parse(keys),
			...(newImage && { NewImage: JSON.parse(newImage) }),
			...(oldImage && { OldImage: JSON.parse(oldImage) }),
			SequenceNumber: `${id}`.padStart(24, "0"),
			SizeBytes:
				keys.length + (newImage?.length ?? 0) + (oldImage?.length ?? 0),
			StreamViewType: "NEW_AND_OLD_IMAGES",
		},
	};
}
