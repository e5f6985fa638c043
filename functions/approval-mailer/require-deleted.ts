import { organizationKey } from "../../shared/dynamodb/keys.ts";
import { batchGet } from "../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../shared/dynamodb/table.ts";

/**
 * For a payment request that is absent. Only a smoke test deletes payment requests: those of its own organization, and
 * the organization last.
 *
 * @throws While the organization is there: the request is not visible yet (ADR 20), or its deletion is not finished.
 */
export async function requireDeleted(table: Table, organizationId: string) {
	const [organization] = await batchGet(table, [
		organizationKey(organizationId),
	]);
	if (organization) throw new Error("The payment request could not be read");
}
