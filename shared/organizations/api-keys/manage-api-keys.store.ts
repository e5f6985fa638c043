import { apiKeyEntryKey } from "../../dynamodb/keys.ts";
import { batchGet, type Item } from "../../dynamodb/reads/batch-get.ts";
import { queryPartition } from "../../dynamodb/reads/query.ts";
import { fromStoredInteger } from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import {
	type TransactionParts,
	transact,
} from "../../dynamodb/writes/transact.ts";
import { toApiKeyEntryItem, toListedApiKeyKey } from "./api-keys.store.ts";
import type { ApiKeyItem } from "./callers.store.ts";
import { asApiKeyItem } from "./callers.store.ts";

/** The attributes of a new API key, without its version. */
export type NewApiKey = Omit<ApiKeyItem, "version">;

/** The change of an API key that is replaced by another. */
export interface ReplacedKey {
	/** The API key as read. */
	before: ApiKeyItem;
	revoked: boolean;
	validUntil: string | null;
}

/** An organization's API keys, ordered by id. */
export async function findApiKeys(
	table: Table,
	organizationId: string,
): Promise<ApiKeyItem[]> {
	const { pk, sk: prefix } = apiKeyEntryKey(organizationId, "");
	const entries = await queryPartition(table, { pk, prefix });
	return findListedApiKeys(table, entries);
}

/**
 * The API keys of entries of an organization's list. An entry may point to another organization's key: of two imports
 * that give two organizations one secret at once, the second one is refused only when it has written the entry.
 */
export async function findListedApiKeys(
	table: Table,
	entries: readonly Item[],
): Promise<(ApiKeyItem & Item)[]> {
	const items = await batchGet(table, entries.map(toListedApiKeyKey));
	return items.flatMap((item, index) => {
		if (!item) return [];
		const apiKey = asApiKeyItem(item);
		const ownEntry = apiKeyEntryKey(apiKey.organizationId, apiKey.id);
		return entries[index]?.pk === ownEntry.pk ? apiKey : [];
	});
}

/**
 * Stores and lists a new API key and, when it replaces another, limits that one's validity, in one transaction.
 *
 * @returns false when nothing was written, because the replaced key has changed since it was read.
 */
export async function insertApiKey(
	table: Table,
	{ apiKey, secretHash }: { apiKey: NewApiKey; secretHash: string },
	replaced?: ReplacedKey,
): Promise<boolean> {
	const entry = toApiKeyEntryItem(apiKey.organizationId, secretHash);
	const inserts = [{ ...apiKey, version: 1 }, entry].map((Item) => ({
		Put: {
			TableName: table.name,
			Item,
			ConditionExpression: "attribute_not_exists(pk)",
		},
	}));
	const replacements = replaced
		? [replacement(table, replaced, apiKey.id)]
		: [];
	const conflictingItems = await transact(table, [...inserts, ...replacements]);
	if (conflictingItems === null) return true;
	// No other key has this secret: one that is there was stored by an earlier attempt, whose response was lost.
	const [storedKey] = conflictingItems;
	return storedKey !== null;
}

function replacement(
	table: Table,
	{ before, revoked, validUntil }: ReplacedKey,
	rotatedTo: string,
): TransactionParts[number] {
	const { pk, sk, version } = before;
	return {
		Update: {
			TableName: table.name,
			Key: { pk, sk },
			UpdateExpression:
				"SET revoked = :revoked, validUntil = :validUntil, rotatedTo = :rotatedTo, version = :next",
			ConditionExpression: "version = :version",
			ExpressionAttributeValues: {
				":revoked": revoked,
				":validUntil": validUntil,
				":rotatedTo": rotatedTo,
				":next": fromStoredInteger(version) + 1,
				":version": version,
			},
		},
	};
}
