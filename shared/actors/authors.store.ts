import type { Item } from "../dynamodb/reads/batch-get.ts";
import type { Actor } from "./actor.ts";

/** Who created a record and who changed it last (records R1, "Who"); null for an organization file or the operator. */
export interface Authors {
	createdBy: Actor | null;
	updatedBy: Actor | null;
}

/** For all records except invoices, whose payments also count as changes. */
export function toAuthors({ createdBy: stored, updatedBy }: Item): Authors {
	const createdBy = fromStoredActor(stored);
	const isChanged = updatedBy !== undefined;
	return {
		createdBy,
		updatedBy: isChanged ? fromStoredActor(updatedBy) : createdBy,
	};
}

/** Returns null for a text, which older versions stored in SKUs: it identifies no user. */
export function fromStoredActor(stored: unknown): Actor | null {
	if (typeof stored !== "object" || stored === null) return null;
	// Unchecked cast: a map in an attribute of this kind is an actor.
	const { userId, keyId } = stored as Actor;
	return { userId, keyId };
}
