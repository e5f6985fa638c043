import { NumberValue } from "@aws-sdk/lib-dynamodb";

/** DynamoDB's 400 KB, less room for what later updates add. */
const itemMaxBytes = 399 * 1024;
/** No number is larger: 38 digits, two to a byte, and the exponent. */
const numberBytes = 21;
/** A list or map itself, and each of its members. */
const containerBytes = 3;
const memberBytes = 1;

/** Can the store hold this item, and a little more? Counted by DynamoDB's rules, numbers at their longest. */
export function fitsOneItem(item: object): boolean {
	return itemBytes(item) <= itemMaxBytes;
}

/** The size of an item, or of a value in it: no less than DynamoDB counts. */
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

/** A list's positions are not stored. */
function sizeOfName(container: object, name: string): number {
	return Array.isArray(container) ? 0 : Buffer.byteLength(name);
}
