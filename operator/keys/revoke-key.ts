import {
	executeWrites,
	planUpserts,
	type Upsert,
} from "../../organization-files/import/upsert.ts";
import { upsertStatement } from "../../organization-files/import/upsert-statement.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { requireKey } from "./list-keys.ts";

/**
 * Revokes a key permanently. It stops working within 5 seconds (`docs/decisions.md`). Idempotent.
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
	const revocation: Upsert = {
		key: { pk, sk },
		toStatement: (existing) => upsertStatement(table, existing, revoked),
	};
	await executeWrites(table, await planUpserts(table, [revocation]));
}
