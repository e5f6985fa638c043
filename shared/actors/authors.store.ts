import type { Item } from "../dynamodb/reads/batch-get.ts";
import { type Actor, toWho } from "./actor.ts";

/** Who created a record and who changed it last (R1, "Who"); null for an organization file or the operator. */
export interface Authors {
	createdBy: Actor | null;
	updatedBy: Actor | null;
}

/** For all records except invoices, whose payments also count as changes. */
export function toAuthors(item: Item): Authors {
	// Unchecked cast: these attributes have the same type in all kinds of items. Both are absent for an organization file.
	const { createdBy = null, updatedBy = createdBy } = item as Partial<Authors>;
	return { createdBy: toWho(createdBy), updatedBy: toWho(updatedBy) };
}
