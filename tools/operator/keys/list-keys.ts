import type { Table } from "../../../shared/dynamodb/table.ts";
import type { ApiKeyItem } from "../../../shared/organizations/api-keys/callers.store.ts";
import { findApiKeys } from "../../../shared/organizations/api-keys/manage-api-keys.store.ts";
import { CommandError } from "../command-error.ts";

/** An organization's API keys without their secrets, sorted by id. Absent values are null. */
export async function listKeys(table: Table, organizationId: string) {
	const apiKeys = await findApiKeys(table, organizationId);
	return apiKeys.map((apiKey) => ({
		id: apiKey.id,
		keyPrefix: apiKey.keyPrefix,
		name: apiKey.name,
		userId: apiKey.userId,
		permissions: apiKey.permissions,
		revoked: apiKey.revoked,
		expiresAt: apiKey.validUntil ?? null,
		rotatedTo: apiKey.rotatedTo ?? null,
		createdAt: apiKey.createdAt,
	}));
}

/**
 * Finds a key by its id.
 *
 * @throws CommandError when the organization has no such key.
 */
export async function requireKey(
	table: Table,
	organizationId: string,
	keyId: string,
): Promise<ApiKeyItem> {
	const apiKeys = await findApiKeys(table, organizationId);
	const apiKey = apiKeys.find(({ id }) => id === keyId);
	if (apiKey) return apiKey;
	throw new CommandError(
		`There is no key ${JSON.stringify(keyId)} in ${organizationId}: \`key list\` shows them`,
	);
}

/** @throws CommandError when the key is revoked or has expired. */
export function refuseUnusable(
	{ id, revoked, validUntil }: ApiKeyItem,
	now: Date,
) {
	if (revoked) throw new CommandError(`${id} is revoked: create a new key`);
	if (validUntil && Date.parse(validUntil) <= now.getTime())
		throw new CommandError(`${id} has expired: create a new key`);
}
