import type { Table } from "../../shared/store/table.ts";
import { carryOut, planUpserts, type Upsert } from "../upsert.ts";
import { upsertStatement } from "../upsert-statement.ts";
import { requireKey } from "./list-keys.ts";

/**
 * Revokes a key for good; it stops working within a minute (`decisions.md`). May be repeated.
 *
 * @throws Refusal when there is no such key.
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
	await carryOut(table, await planUpserts(table, [revocation]));
}
