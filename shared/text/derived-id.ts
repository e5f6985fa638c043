import { createHash } from "node:crypto";

const hashLength = 32;

/**
 * The id of a record that follows from a text which identifies it, so that one conditional insert keeps that text
 * unique in its organization (ADR 17).
 */
export function toDerivedId(prefix: string, identity: string): string {
	const digest = createHash("sha256").update(identity).digest("hex");
	const base32 = BigInt(`0x${digest}`).toString(32).padStart(52, "0");
	return `${prefix}-${base32.slice(0, hashLength)}`;
}
