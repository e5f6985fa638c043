import {
	apiKeyKey,
	type Key,
	organizationKey,
	stageHoldKey,
	userKey,
} from "../../dynamodb/keys.ts";
import { batchGet, type Item } from "../../dynamodb/reads/batch-get.ts";
import { getItem } from "../../dynamodb/reads/get-item.ts";
import type { StoredNumber } from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import type { Caller, CallingUser, Permission } from "../organization.ts";
import { toOrganization, toUser } from "../organizations.store.ts";
import { isSuspended } from "../stage-hold.store.ts";

/** The item of an API key, stored by the SHA-256 of its secret. The secret itself is not stored. */
export interface ApiKeyItem extends Key {
	id: string;
	organizationId: string;
	name: string;
	userId: string;
	permissions: Permission[];
	/** The first characters of the secret, to tell keys apart. */
	keyPrefix: string;
	revoked: boolean;
	/** RFC 3339; null when unlimited. Not named `expiresAt`, because the store's TTL would delete the item. */
	validUntil?: string | null;
	/** Id of the key that replaced this one: `validUntil` is not extended afterwards. */
	rotatedTo?: string | null;
	createdAt: string;
	/** Increased by every change. */
	version: StoredNumber;
}

/** Unchecked cast: items under an API key's key have this shape. */
export const asApiKeyItem = (item: Item) => item as ApiKeyItem & Item;

/**
 * Finds the caller of an API key, with two reads, one after the other.
 *
 * @param secretHash SHA-256 of the secret, in hex.
 * @returns undefined when the key is unknown or revoked.
 */
export async function findCaller(
	table: Table,
	secretHash: string,
): Promise<Caller | undefined> {
	const item = await getItem(table, apiKeyKey(secretHash));
	const apiKey = item && asApiKeyItem(item);
	if (!apiKey || apiKey.revoked) return undefined;

	const [organization, user, hold] = await batchGet(table, [
		organizationKey(apiKey.organizationId),
		userKey(apiKey.organizationId, apiKey.userId),
		stageHoldKey,
	]);
	if (!organization) return undefined;
	return {
		organization: toOrganization(organization),
		user: user ? toUser(user) : toMissingUser(apiKey.userId),
		keyId: apiKey.id,
		session: null,
		isSuspended: isSuspended(organization, hold),
		permissions: apiKey.permissions,
		expiresAt: apiKey.validUntil ?? null,
	};
}

const toMissingUser = (id: string): CallingUser => ({
	id,
	name: null,
	role: null,
	active: false,
});
