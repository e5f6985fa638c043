import { randomBytes } from "node:crypto";
import {
	apiKeyKey,
	isKeyText,
	userKey,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { isUnanswered } from "../../../shared/dynamodb/retries/retry-busy.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import {
	toApiKeyId,
	toKeyPrefix,
} from "../../../shared/organizations/api-keys/api-keys.store.ts";
import {
	insertApiKey,
	type NewApiKey,
	type ReplacedKey,
} from "../../../shared/organizations/api-keys/manage-api-keys.store.ts";
import { toSecretHash } from "../../../shared/organizations/api-keys/secret-hash.ts";
import type { Permission } from "../../../shared/organizations/organization.ts";
import { CommandError } from "../command-error.ts";

const secretBytes = 32;

/** Generates the secret of an API key. */
export type NewSecret = () => string;

export const newSecret: NewSecret = () =>
	`pk_${randomBytes(secretBytes).toString("base64url")}`;

export interface KeyRequest {
	organizationId: string;
	userId: string;
	permissions: Permission[];
	name: string;
	/** When the key expires, in RFC 3339; null when it never does. */
	expiresAt: string | null;
	/** The secret, of which only the hash is stored. It is shown once, in the response. */
	secret: string;
	now: Date;
}

/** A new key as it is shown, once, to the operator. */
export interface CreatedKey {
	id: string;
	key: string;
	keyPrefix: string;
	expiresAt: string | null;
}

/**
 * Creates an API key for a user of the organization.
 *
 * @throws CommandError when the user does not exist.
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
			`There is no user ${JSON.stringify(userId)} in ${organizationId}: \`import\` a file with the user first`,
		);
	return storeKey(table, request);
}

/**
 * Stores a key. A rotation also updates the replaced key, in the same transaction.
 *
 * @throws CommandError when the replaced key was changed in the meantime, or AWS did not answer.
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
	const { id, keyPrefix } = apiKey;
	const isStored = await insertApiKey(
		table,
		{ apiKey, secretHash },
		replaced,
	).catch((error) => {
		throw isUnanswered(error) ? new CommandError(outcomeUnknown(id)) : error;
	});
	if (!isStored)
		throw new CommandError("The key was changed in the meantime: try again");
	return { id, key: request.secret, keyPrefix, expiresAt };
}

const outcomeUnknown = (id: string) =>
	`AWS did not answer, so that it is unknown whether the new key ${id} is stored. If \`key list\` shows it, \`key rotate\` it: its secret is lost`;
