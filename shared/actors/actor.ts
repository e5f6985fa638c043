/** Who created or changed a record over the API (R1, "Who"). */
export interface Actor {
	userId: string;
	/** null: the link of a mail, or a session of the console, took the place of a key. */
	keyId: string | null;
}

/** Who created or changed a record (R1, "Who"); null for an organization file. */
export function toWho(actor: Actor | null) {
	if (actor === null) return null;
	const { userId, keyId } = actor;
	return { userId, keyId };
}
