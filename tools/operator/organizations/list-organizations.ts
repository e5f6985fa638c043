import { organizationKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { queryAll } from "../../../shared/dynamodb/reads/query.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import {
	listIndexName,
	organizationsPartition,
} from "../../../shared/lists/list-index.store.ts";
import {
	toOrganization,
	toSuspendedAt,
} from "../../../shared/organizations/organizations.store.ts";

/** All organizations, sorted by id. */
export async function listOrganizations(table: Table) {
	const entries = await queryAll(table, {
		IndexName: listIndexName,
		KeyConditionExpression: "listPk = :list",
		ExpressionAttributeValues: { ":list": organizationsPartition },
	});
	const items = await batchGet(
		table,
		// The key `listSk` is the organization's id.
		entries.map(({ listSk }) => organizationKey(String(listSk))),
	);
	return items.flatMap((item) => {
		if (!item) return [];
		const { id, name } = toOrganization(item);
		return [{ id, name, suspendedAt: toSuspendedAt(item) }];
	});
}
