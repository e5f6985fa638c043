import { toAuthors } from "../../../shared/actors/authors.store.ts";
import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { findListedApiKeys } from "../../../shared/organizations/api-keys/manage-api-keys.store.ts";

/** The API keys of the organization's list, without the hashes of their secrets. */
export async function exportApiKeys(table: Table, entries: readonly Item[]) {
	const apiKeys = await findListedApiKeys(table, entries);
	return apiKeys.map((apiKey) => {
		const { id, keyPrefix, name, userId, permissions, revoked, validUntil } =
			apiKey;
		return {
			id,
			keyPrefix,
			name,
			userId,
			permissions,
			revoked,
			...(validUntil && { expiresAt: validUntil }),
			...toAuthors(apiKey),
		};
	});
}
