import { batchGet, type Item } from "../../../shared/dynamodb/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { toListedApiKeyKey } from "../../../shared/organizations/api-keys/api-keys.store.ts";
import { asApiKeyItem } from "../../../shared/organizations/api-keys/callers.store.ts";
import { toAuthors } from "../../../shared/records/authors.store.ts";

/** The API keys of the organization's list, without the hashes of their secrets. */
export async function exportApiKeys(table: Table, entries: readonly Item[]) {
	const items = await batchGet(table, entries.map(toListedApiKeyKey));
	return items.flatMap((item) => {
		if (!item) return [];
		const { id, keyPrefix, name, userId, permissions, revoked, validUntil } =
			asApiKeyItem(item);
		return [
			{
				id,
				keyPrefix,
				name,
				userId,
				permissions,
				revoked,
				...(validUntil && { expiresAt: validUntil }),
				...toAuthors(item),
			},
		];
	});
}
