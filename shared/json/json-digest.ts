import { createHash } from "node:crypto";

/** Enough that no two values have the same digest: 128 bits as base64url. */
const digestLength = 22;

/** Identifies a JSON value. The order of properties and the notation of numbers do not matter. */
export function toJsonDigest(value: object): string {
	const canonical = JSON.stringify(value, (_, member) =>
		isObject(member) ? sorted(member) : member,
	);
	const digest = createHash("sha256").update(canonical).digest("base64url");
	return digest.slice(0, digestLength);
}

const isObject = (value: unknown): value is object =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Not by assignment: a tag's slug may be `__proto__`. */
const sorted = (value: object) =>
	Object.fromEntries(
		Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)),
	);
