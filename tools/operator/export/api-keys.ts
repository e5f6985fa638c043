import { toAuthors } from "../../../shared/store/authors.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import { toListedApiKeyKey } from "../../../shared/store/organizations/api-keys.ts";
import { asApiKeyItem } from "../../../shared/store/organizations/callers.ts";

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
