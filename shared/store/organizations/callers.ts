import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type {
	Caller,
	Permission,
} from "../../domain/organization/organization.ts";
import { batchGet, type Item } from "../dynamodb/batch-get.ts";
import { retryBusy } from "../dynamodb/retry-busy.ts";
import type { StoredNumber } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { apiKeyKey, type Key, organizationKey, userKey } from "../keys.ts";
import { toOrganization, toUser } from "./organizations.ts";

/** An API key as the table holds it: by the SHA-256 of its secret, which is kept nowhere. */
export interface ApiKeyItem extends Key {
	id: string;
	organizationId: string;
	name: string;
	userId: string;
	permissions: Permission[];
	/** The secret's first characters, to tell keys apart by. */
	keyPrefix: string;
	revoked: boolean;
	/** RFC 3339; null: for ever. Not named `expiresAt`, which the store's TTL would act on. */
	validUntil?: string | null;
	/** Id of the key that took its place: from then on `validUntil` is never put off. */
	rotatedTo?: string | null;
	createdAt: string;
	/** Raised by whatever changes the key. */
	version: StoredNumber;
}

/** Unchecked cast: items under an API key's key have this shape. */
export const asApiKeyItem = (item: Item) => item as ApiKeyItem & Item;

/** An API key's caller, for as long as the key is valid. */
export interface KnownCaller {
	caller: Caller;
	/** RFC 3339; null: for ever. */
	validUntil: string | null;
}

/**
 * Who holds the API key with this secret: two reads, the second of which needs the first.
 *
 * @param secretHash SHA-256 of the secret, in hex.
 * @returns undefined when no such key is known, or it was revoked.
 */
export async function findCaller(
	table: Table,
	secretHash: string,
): Promise<KnownCaller | undefined> {
	const { Item } = await retryBusy(table, () =>
		table.documents.send(
			new GetCommand({
				TableName: table.name,
				Key: apiKeyKey(secretHash),
				ConsistentRead: true,
			}),
		),
	);
	const apiKey = Item && asApiKeyItem(Item);
	if (!apiKey || apiKey.revoked) return undefined;

	const [organization, user] = await batchGet(table, [
		organizationKey(apiKey.organizationId),
		userKey(apiKey.organizationId, apiKey.userId),
	]);
	if (!organization || !user) return undefined;
	return {
		validUntil: apiKey.validUntil ?? null,
		caller: {
			organization: toOrganization(organization),
			user: toUser(user),
			keyId: apiKey.id,
			permissions: apiKey.permissions,
		},
	};
}
