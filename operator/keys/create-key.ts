import type { Permission } from "../../shared/domain/organization/organization.ts";
import { toSecretHash } from "../../shared/runtime/secret-hash.ts";
import { batchGet } from "../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { apiKeyKey, isKeyText, userKey } from "../../shared/store/keys.ts";
import {
	toApiKeyId,
	toKeyPrefix,
} from "../../shared/store/organizations/api-keys.ts";
import {
	insertApiKey,
	type NewApiKey,
	type ReplacedKey,
} from "../../shared/store/organizations/manage-api-keys.ts";
import { CommandError } from "../command-error.ts";

export interface KeyRequest {
	organizationId: string;
	userId: string;
	permissions: Permission[];
	name: string;
	/** RFC 3339; null: never. */
	expiresAt: string | null;
	/** Kept nowhere: whoever asks for the key is told it once. */
	secret: string;
	now: Date;
}

/** A key as it is told to whoever asked for it. */
export interface CreatedKey {
	id: string;
	key: string;
	keyPrefix: string;
	expiresAt: string | null;
}

/**
 * Creates an API key for a user of the organization.
 *
 * @throws CommandError when there is no such user.
 */
export async function createKey(
	table: Table,
	request: KeyRequest,
): Promise<CreatedKey> {
	const { organizationId, userId } = request;
	const user = isKeyText(userId)
		? (await batchGet(table, [userKey(organizationId, userId)]))[0]
		: undefined;
	if (!user)
		throw new CommandError(
			`There is no user ${JSON.stringify(userId)} in ${organizationId}`,
		);
	return storeKey(table, request);
}

/**
 * Stores a key and, if it takes another's place, what becomes of that.
 *
 * @throws CommandError when that one has been changed in the meantime.
 */
export async function storeKey(
	table: Table,
	request: KeyRequest,
	replaced?: ReplacedKey,
): Promise<CreatedKey> {
	const { organizationId, userId, permissions, name, expiresAt } = request;
	const secretHash = toSecretHash(request.secret);
	const apiKey: NewApiKey = {
		...apiKeyKey(secretHash),
		id: toApiKeyId(secretHash),
		organizationId,
		name,
		userId,
		permissions,
		keyPrefix: toKeyPrefix(request.secret),
		revoked: false,
		validUntil: expiresAt,
		rotatedTo: null,
		createdAt: request.now.toISOString(),
	};
	const isStored = await insertApiKey(table, { apiKey, secretHash }, replaced);
	if (!isStored)
		throw new CommandError("The key was changed in the meantime: try again");
	const { id, keyPrefix } = apiKey;
	return { id, key: request.secret, keyPrefix, expiresAt };
}
