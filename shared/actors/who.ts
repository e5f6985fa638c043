import type { Actor } from "../organizations/organization.ts";

/** Who created or changed a record (records R1, "Who"); null for an organization file. */
export function toWho(actor: Actor | null) {
	if (actor === null) return null;
	const { userId, keyId = null } = actor;
	return { userId, keyId };
}
