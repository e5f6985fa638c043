import type { Table } from "../../../shared/dynamodb/table.ts";
import type { ApiKeyItem } from "../../../shared/organizations/api-keys/callers.store.ts";
import { CommandError } from "../command-error.ts";
import { type CreatedKey, storeKey } from "./create-key.ts";
import { refuseUnusable, requireKey } from "./list-keys.ts";

export interface Rotation {
	organizationId: string;
	keyId: string;
	/** How long the old key remains valid, in milliseconds; 0 when it is revoked at once. */
	graceMilliseconds: number;
	/** The secret of the new key. */
	secret: string;
	now: Date;
}

/**
 * Replaces a key with a new one for the same user, with the same permissions, name and expiry.
 *
 * @throws CommandError when the key does not exist, was rotated before, is revoked or has expired.
 */
export async function rotateKey(
	table: Table,
	{ organizationId, keyId, graceMilliseconds, secret, now }: Rotation,
): Promise<CreatedKey> {
	const before = await requireKey(table, organizationId, keyId);
	refuseRotation(before, now);
	const { userId, permissions, name, validUntil } = before;
	const graceEnd = new Date(now.getTime() + graceMilliseconds).toISOString();
	return storeKey(
		table,
		{
			organizationId,
			userId,
			permissions,
			name,
			expiresAt: validUntil ?? null,
			secret,
			now,
		},
		{
			before,
			revoked: graceMilliseconds === 0,
			validUntil: earlier(graceEnd, validUntil ?? graceEnd),
		},
	);
}

function refuseRotation(before: ApiKeyItem, now: Date) {
	const { id, rotatedTo } = before;
	if (rotatedTo)
		throw new CommandError(
			`${id} was already rotated to ${rotatedTo}: rotate that key`,
		);
	refuseUnusable(before, now);
}

function earlier(one: string, other: string): string {
	return Date.parse(one) < Date.parse(other) ? one : other;
}
