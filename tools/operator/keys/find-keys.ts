import type { Table } from "../../../shared/dynamodb/table.ts";
import { keyPrefixMaxLength } from "../../../shared/organizations/api-keys/api-keys.store.ts";
import { listOrganizations } from "../organizations/list-organizations.ts";
import { listKeys } from "./list-keys.ts";

/**
 * The API keys of all organizations whose secrets begin so: for a secret that leaked, of which no more than its
 * first characters is needed, and stored.
 */
export async function findKeys(table: Table, beginning: string) {
	const prefix = [...beginning].slice(0, keyPrefixMaxLength).join("");
	const found = [];
	for (const { id: organizationId } of await listOrganizations(table)) {
		const keys = await listKeys(table, organizationId);
		for (const { keyPrefix, ...key } of keys)
			if (keyPrefix !== "" && isBeginning(keyPrefix, prefix))
				found.push({ organizationId, keyPrefix, ...key });
	}
	return found;
}

/** A short secret has a shorter prefix stored, a third of it. */
const isBeginning = (one: string, other: string) =>
	one.startsWith(other) || other.startsWith(one);
