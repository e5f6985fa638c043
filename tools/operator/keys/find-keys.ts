import type { Table } from "../../../shared/dynamodb/table.ts";
import { keyPrefixMaxLength } from "../../../shared/organizations/api-keys/api-keys.store.ts";
import { listOrganizations } from "../organizations/list-organizations.ts";
import { listKeys } from "./list-keys.ts";

/**
 * Finds the API keys of all organizations whose secrets begin like this, for a secret that leaked. No more than its first
 * characters are needed, and no more are stored.
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

/** Of a short secret, only a third is stored as the prefix, so that either text may be the longer one. */
const isBeginning = (one: string, other: string) =>
	one.startsWith(other) || other.startsWith(one);
