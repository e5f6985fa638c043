import { createHash, randomBytes } from "node:crypto";

const secretBytes = 32;

/** A new API key's secret. */
export type NewSecret = () => string;

export const newSecret: NewSecret = () =>
	`pk_${randomBytes(secretBytes).toString("base64url")}`;

/** What the store keeps of a secret: its SHA-256, in hex. */
export function toSecretHash(secret: string): string {
	return createHash("sha256").update(secret).digest("hex");
}
