import { createHash } from "node:crypto";

/** The SHA-256 of an API key's secret, in hex. The store keeps only this hash. */
export function toSecretHash(secret: string): string {
	return createHash("sha256").update(secret).digest("hex");
}
