import { organizationKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { queryAll } from "../../../shared/dynamodb/reads/query.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { upsertItem } from "../../../shared/dynamodb/writes/upsert-item.ts";
import { writeItem } from "../../../shared/dynamodb/writes/write-in-rounds.ts";
import {
	listIndexName,
	organizationsPartition,
	toOrganizationListKey,
} from "../../../shared/lists/list-index.store.ts";
import {
	toOrganization,
	toSuspendedAt,
} from "../../../shared/organizations/organizations.store.ts";
import { scanOrganizations } from "../../../shared/organizations/scan-organization.store.ts";

/** The organizations that the list index has, sorted by id. */
export async function listOrganizations(table: Table) {
	const entries = await queryAll(table, {
		IndexName: listIndexName,
		KeyConditionExpression: "listPk = :list",
		ExpressionAttributeValues: { ":list": organizationsPartition },
	});
	const items = await batchGet(
		table,
		// `listSk` is the id.
		entries.map(({ listSk }) => organizationKey(String(listSk))),
	);
	return items.flatMap((item) => {
		if (!item) return [];
		const { id, name } = toOrganization(item);
		return [{ id, name, suspendedAt: toSuspendedAt(item) }];
	});
}

/**
 * Adds organizations to the list index that were stored before it had any. Scans the whole table. Idempotent.
 *
 * @param tableFor Returns the table for writes to an organization.
 */
export async function indexStoredOrganizations(
	table: Table,
	tableFor: (organizationId: string) => Table = () => table,
) {
	for await (const item of scanOrganizations(table)) {
		const { id } = toOrganization(item);
		await indexOrganization(tableFor(id), id);
	}
}

/**
 * Adds an organization to the list index, if it is not there.
 *
 * @param attributes Further attributes that no caller sees.
 */
export function indexOrganization(
	table: Table,
	organizationId: string,
	attributes: { listVersion?: number } = {},
) {
	const key = organizationKey(organizationId);
	const listKey = toOrganizationListKey(organizationId);
	const internal = { ...listKey, ...attributes };
	return writeItem(table, key, (existing) =>
		existing ? upsertItem(existing, key, { internal }) : undefined,
	);
}
