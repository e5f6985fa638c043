import { NumberValue } from "@aws-sdk/lib-dynamodb";

/** DynamoDB's limit. */
const limitBytes = 400 * 1024;
/** The limit, less room for later updates. */
const itemMaxBytes = 399 * 1024;
/** The size of the longest number: 38 digits, two to a byte, and the exponent. */
const numberBytes = 21;
/** Overhead of a list or map, and of each of its members. */
const containerBytes = 3;
const memberBytes = 1;

/** Does this item fit the store's item size, with room for later updates? Counts every number at its longest. */
export function fitsOneItem(item: object): boolean {
	return itemBytes(item) <= itemMaxBytes;
}

/** Does the store take this item? For an update that may use the room that was left for it. */
export function isWithinLimit(item: object): boolean {
	return itemBytes(item) <= limitBytes;
}

/** An upper bound of the size of an item, or of a value in it, by DynamoDB's rules. */
export function itemBytes(value: unknown): number {
	if (typeof value === "string") return Buffer.byteLength(value);
	if (value instanceof Uint8Array) return value.length;
	if (value instanceof NumberValue) return numberBytes;
	if (typeof value !== "object" || value === null) return numberBytes;
	return Object.entries(value).reduce(
		(total, [name, member]) =>
			total + memberBytes + sizeOfName(value, name) + itemBytes(member),
		containerBytes,
	);
}

/** List positions are not stored. */
function sizeOfName(container: object, name: string): number {
	return Array.isArray(container) ? 0 : Buffer.byteLength(name);
}
