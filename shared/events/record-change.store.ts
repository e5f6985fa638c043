import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import type { Key } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";

/** A write of one record of an organization, as the table's stream reports it. */
export interface RecordChange {
	/** Id of the stream's record: the same however often the record is delivered. */
	recordId: string;
	organizationId: string;
	/** RFC 3339 */
	time: string;
	/** The partition key after the organization: `PR#<paymentRequestId>`. */
	name: string;
	/** Tells the kind of the record: `INVOICE`. */
	sk: string;
	/** null for a new item. */
	before: Item | null;
	after: Item;
}

/**
 * Reads a record of the table's stream.
 *
 * @returns null for a deletion, and for an item that belongs to no organization or lists others.
 * @throws When the record lacks what streams with both images always have.
 */
export function readChange(record: DynamoDBRecord): RecordChange | null {
	const { eventID, eventName, dynamodb = {} } = record;
	if (eventName === "REMOVE") return null;
	const { Keys, NewImage, OldImage, ApproximateCreationDateTime } = dynamodb;
	// Without the old image, a change would look like a creation.
	const hasImages = NewImage && (OldImage || eventName === "INSERT");
	if (!eventID || !Keys || !hasImages || !ApproximateCreationDateTime)
		throw new Error("The record is not one of a stream with both images");
	// Unchecked cast: every item of the table has these keys.
	const { pk, sk } = toItem(Keys) as Item & Key;
	const [, organizationId, name] = /^ORG#([^#]+)#(.*)$/s.exec(pk) ?? [];
	if (organizationId === undefined || name === undefined) return null;
	return {
		recordId: eventID,
		organizationId,
		time: new Date(ApproximateCreationDateTime * 1_000).toISOString(),
		name,
		sk,
		before: OldImage ? toItem(OldImage) : null,
		after: toItem(NewImage),
	};
}

/**
 * Was the record written by an organization file? Every such write of a record that is announced stores the digest of
 * the file's entry.
 */
export const isImported = ({ before, after }: RecordChange): boolean =>
	after.importDigest !== undefined &&
	after.importDigest !== before?.importDigest;

type Image = NonNullable<NonNullable<DynamoDBRecord["dynamodb"]>["NewImage"]>;

const toItem = (image: Image): Item =>
	// Unchecked cast: with its binary values decoded, an image has the shape that the SDK reads.
	unmarshall(decoded(image) as Parameters<typeof unmarshall>[0], {
		wrapNumbers: true,
	});

/** Lambda delivers binary values as base64. */
function decoded(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(decoded);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([type, one]) => [
			type,
			type === "B" && typeof one === "string"
				? new Uint8Array(Buffer.from(one, "base64"))
				: decoded(one),
		]),
	);
}
