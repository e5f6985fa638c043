import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { ApiKeyItem } from "../../shared/store/organizations/callers.ts";
import { CommandError } from "../command-error.ts";
import { type CreatedKey, storeKey } from "./create-key.ts";
import { requireKey } from "./list-keys.ts";

export interface Rotation {
	organizationId: string;
	keyId: string;
	/** How long the old key goes on working. */
	graceMilliseconds: number;
	/** The new key's. */
	secret: string;
	now: Date;
}

/**
 * Puts a new key in the place of one: same user, permissions, name and end of validity.
 *
 * @throws CommandError when there is no such key, or it is no longer in use.
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

function refuseRotation(
	{ id, revoked, rotatedTo, validUntil }: ApiKeyItem,
	now: Date,
) {
	if (rotatedTo)
		throw new CommandError(`${id} was rotated already: to ${rotatedTo}`);
	if (revoked) throw new CommandError(`${id} is revoked: create a new key`);
	if (validUntil && Date.parse(validUntil) <= now.getTime())
		throw new CommandError(`${id} has expired: create a new key`);
}

function earlier(one: string, other: string): string {
	return Date.parse(one) < Date.parse(other) ? one : other;
}
