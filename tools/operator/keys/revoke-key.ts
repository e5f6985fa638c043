import type { Table } from "../../../shared/dynamodb/table.ts";
import { upsertItem } from "../../../shared/dynamodb/writes/upsert-item.ts";
import { writeItem } from "../../../shared/dynamodb/writes/write-in-rounds.ts";
import { requireKey } from "./list-keys.ts";

/**
 * Revokes a key permanently. It stops working within the cache time (`docs/times-and-limits.md`). Idempotent.
 *
 * @throws CommandError when the key does not exist.
 */
export async function revokeKey(
	table: Table,
	organizationId: string,
	keyId: string,
) {
	const { pk, sk } = await requireKey(table, organizationId, keyId);
	const revoked = { pk, sk, revoked: true };
	await writeItem(table, { pk, sk }, (existing) =>
		upsertItem(existing, revoked),
	);
}
