import type { Table } from "../../../shared/dynamodb/table.ts";
import { upsertItem } from "../../../shared/dynamodb/writes/upsert-item.ts";
import { writeItem } from "../../../shared/dynamodb/writes/write-in-rounds.ts";
import { asApiKeyItem } from "../../../shared/organizations/api-keys/callers.store.ts";
import type { Permission } from "../../../shared/organizations/organization.ts";
import { refuseUnusable, requireKey } from "./list-keys.ts";

export interface Grant {
	organizationId: string;
	keyId: string;
	permissions: readonly Permission[];
	now: Date;
}

/**
 * Adds permissions to a key. Idempotent. The write is conditional on the key's version, so that concurrent grants are
 * both kept.
 *
 * @throws CommandError when the key does not exist, is revoked or has expired.
 */
export async function grantPermissions(
	table: Table,
	{ organizationId, keyId, permissions, now }: Grant,
) {
	const { pk, sk } = await requireKey(table, organizationId, keyId);
	await writeItem(table, { pk, sk }, (existing = {}) => {
		const apiKey = asApiKeyItem(existing);
		refuseUnusable(apiKey, now);
		const held = new Set([...apiKey.permissions, ...permissions]);
		return upsertItem(existing, { pk, sk, permissions: [...held] });
	});
}
