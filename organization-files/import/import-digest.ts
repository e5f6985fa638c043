import { createHash } from "node:crypto";

/** 96 bits: two entries of one record do not meet by accident. */
const digestLength = 16;

/**
 * Tells whether a file's entry is the one that was imported last, whatever has become of its record since (contract 2,
 * "Importing"). The order of properties does not count.
 */
export function toImportDigest(entry: unknown): string {
	const canonical = JSON.stringify(entry, (_, value) =>
		isObject(value) ? sorted(value) : value,
	);
	const digest = createHash("sha256").update(canonical).digest("base64url");
	return digest.slice(0, digestLength);
}

const isObject = (value: unknown): value is object =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Never by assignment: any text is a slug, `__proto__` too. */
const sorted = (value: object) =>
	Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
