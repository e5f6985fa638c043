import { batchGet } from "../../shared/store/dynamodb/batch-get.ts";
import { queryAll } from "../../shared/store/dynamodb/query.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { organizationKey } from "../../shared/store/keys.ts";
import {
	listIndexName,
	organizationsPartition,
	toOrganizationListKey,
} from "../../shared/store/list-index.ts";
import {
	toOrganization,
	toSuspendedAt,
} from "../../shared/store/organizations/organizations.ts";
import { scanOrganizations } from "../../shared/store/organizations/scan-organization.ts";
import { upsertItem } from "../../shared/store/writes/upsert-item.ts";
import { writeItem } from "../../shared/store/writes/write-in-rounds.ts";

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
export async function listStoredOrganizations(
	table: Table,
	tableFor: (organizationId: string) => Table = () => table,
) {
	for await (const item of scanOrganizations(table)) {
		const { id } = toOrganization(item);
		await listOrganization(tableFor(id), id);
	}
}

/**
 * Adds an organization to the list index, if it is not there.
 *
 * @param attributes Further attributes that no caller sees.
 */
export function listOrganization(
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
