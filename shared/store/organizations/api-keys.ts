import type { Item } from "../dynamodb/batch-get.ts";
import { apiKeyEntryKey, apiKeyKey, type Key } from "../keys.ts";

const keyPrefixMaxLength = 8;

/** An API key's entry in its organization's list: leads to the key. */
export interface ApiKeyEntryItem extends Key {
	id: string;
	secretHash: string;
}

/** The key of the API key that an entry leads to. */
export function toListedApiKeyKey(entry: Item): Key {
	// Unchecked cast: entries of the list have this shape.
	const { secretHash } = entry as ApiKeyEntryItem & Item;
	return apiKeyKey(secretHash);
}

export function toApiKeyEntryItem(
	organizationId: string,
	secretHash: string,
): ApiKeyEntryItem {
	const id = toApiKeyId(secretHash);
	return { ...apiKeyEntryKey(organizationId, id), id, secretHash };
}

/** The same secret always has the same id, and nobody learns the one from the other. */
export function toApiKeyId(secretHash: string): string {
	return `key_${secretHash.slice(0, 16)}`;
}

/** The secret's first characters, for people to tell keys apart by: never more than a third of it. */
export function toKeyPrefix(secret: string): string {
	const characters = [...secret];
	const length = Math.floor(characters.length / 3);
	return characters.slice(0, Math.min(keyPrefixMaxLength, length)).join("");
}
