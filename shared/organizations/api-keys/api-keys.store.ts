import { apiKeyEntryKey, apiKeyKey, type Key } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";

export const keyPrefixMaxLength = 8;

/** The item of an API key's entry in its organization's list. */
export interface ApiKeyEntryItem extends Key {
	id: string;
	secretHash: string;
}

/** The key of the API key to which an entry points. */
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

/**
 * Derives the id from the hash of the secret: the same secret always has the same id, and the id does not reveal it.
 */
export function toApiKeyId(secretHash: string): string {
	return `key_${secretHash.slice(0, 16)}`;
}

/** The first characters of the secret, at most a third, for people to tell keys apart. */
export function toKeyPrefix(secret: string): string {
	const characters = [...secret];
	const length = Math.floor(characters.length / 3);
	return characters.slice(0, Math.min(keyPrefixMaxLength, length)).join("");
}
