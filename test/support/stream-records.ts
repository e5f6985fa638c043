import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import type { Item } from "../../shared/dynamodb/reads/batch-get.ts";
import { tableContents } from "./table-contents.ts";
import type { World } from "./world.ts";

/**
 * Runs an action, and makes the records that the table's stream has of it: one for each item that differs afterwards, as
 * if each had been written once.
 */
export async function recordsOf(
	world: World,
	act: () => Promise<unknown>,
): Promise<DynamoDBRecord[]> {
	const before = await tableContents(world);
	await act();
	const after = await tableContents(world);
	return [...new Set([...before.keys(), ...after.keys()])]
		.filter((key) => !isDeepStrictEqual(before.get(key), after.get(key)))
		.map((key) => toStreamRecord(before.get(key), after.get(key)));
}

let records = 0;

/** The record of a write; undefined stands for no item. */
export function toStreamRecord(
	before: Item | undefined,
	after: Item | undefined,
): DynamoDBRecord {
	const { pk, sk } = after ?? before ?? {};
	records += 1;
	return {
		eventID: randomUUID().replaceAll("-", ""),
		eventName: toEventName(before, after),
		eventVersion: "1.1",
		eventSource: "aws:dynamodb",
		awsRegion: "ap-south-1",
		eventSourceARN: "arn:aws:dynamodb:ap-south-1:000000000000:table/t/stream/s",
		dynamodb: {
			ApproximateCreationDateTime: 1_795_255_200,
			Keys: toImage({ pk, sk }),
			...(after && { NewImage: toImage(after) }),
			...(before && { OldImage: toImage(before) }),
			SequenceNumber: `${records}`.padStart(24, "0"),
			SizeBytes: 100,
			StreamViewType: "NEW_AND_OLD_IMAGES",
		},
	};
}

function toEventName(before: Item | undefined, after: Item | undefined) {
	if (!after) return "REMOVE";
	return before ? "MODIFY" : "INSERT";
}

type Image = NonNullable<NonNullable<DynamoDBRecord["dynamodb"]>["NewImage"]>;

/** As it arrives at Lambda: JSON, with binary values as base64. */
function toImage(item: Item): Image {
	const image = marshall(item, { removeUndefinedValues: true });
	// Unchecked cast: that is the shape of an image.
	return JSON.parse(JSON.stringify(toBase64(image))) as Image;
}

function toBase64(value: unknown): unknown {
	if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
	if (Array.isArray(value)) return value.map(toBase64);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [name, toBase64(one)]),
	);
}
