import { createHash } from "node:crypto";
import { invalidParameter } from "./query.ts";

/** The list that a cursor belongs to. */
export interface ListIdentity {
	organizationId: string;
	/** The name of the list's route. */
	list: string;
	/** The record whose list it is; null for a list of the organization. */
	recordId: string | null;
	filters: Readonly<Record<string, string>>;
}

const checksumBytes = 15;

/**
 * A cursor is opaque to the caller. It is a checksum followed by a position; the checksum covers the identity of the
 * list. A forged cursor can only reach another position of the same list.
 */
export function toCursor(list: ListIdentity, position: string): string {
	const checksum = checksumOf(list, position);
	return Buffer.concat([checksum, Buffer.from(position)]).toString("base64url");
}

/** @throws ApiError 400 for a text that `toCursor` does not make for this list. */
export function fromCursor(list: ListIdentity, cursor: string): string {
	const position = Buffer.from(cursor, "base64url")
		.subarray(checksumBytes)
		.toString();
	if (toCursor(list, position) === cursor) return position;
	throw invalidCursor();
}

export const invalidCursor = () =>
	invalidParameter(
		"cursor",
		"must be a nextCursor of this list and its filters",
	);

function checksumOf(
	{ organizationId, list, recordId, filters }: ListIdentity,
	position: string,
): Buffer {
	const sorted = Object.entries(filters).sort(([one], [other]) =>
		one < other ? -1 : 1,
	);
	const identity = [organizationId, list, recordId, sorted, position];
	return createHash("sha256")
		.update(JSON.stringify(identity))
		.digest()
		.subarray(0, checksumBytes);
}
