import type { Key } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { type Query, queryPage } from "../dynamodb/reads/query.ts";
import type { Table } from "../dynamodb/table.ts";
import { keyOf } from "../dynamodb/writes/item-write.ts";
import {
	kindOf,
	type ListKind,
	listIndexName,
	listPartition,
} from "../lists/list-index.store.ts";
import { isFullyListed } from "./organizations.store.ts";
import { scanOrganization } from "./scan-organization.store.ts";

/** Reads the keys of an organization's records of a kind, page by page, in no order. */
export type FindKeys = (kind: ListKind) => AsyncIterable<Key[]>;

/**
 * Reads keys from the list index, which is eventually consistent: a record of the last second may be missing. Of an
 * organization that the index does not have completely, all keys are scanned once, which reads the whole table, and
 * kept in memory.
 *
 * @param organization The organization's item.
 */
export function organizationKeys(
	table: Table,
	organizationId: string,
	organization: Item,
): FindKeys {
	if (isFullyListed(organization))
		return (kind) =>
			queryKeyPages(table, {
				IndexName: listIndexName,
				KeyConditionExpression: "listPk = :list",
				ExpressionAttributeValues: {
					":list": listPartition(organizationId, kind),
				},
			});
	let scanned: Promise<Map<ListKind | undefined, Key[]>> | undefined;
	return async function* (kind) {
		scanned ??= scanKeys(table, organizationId);
		yield (await scanned).get(kind) ?? [];
	};
}

async function scanKeys(table: Table, organizationId: string) {
	const byKind = new Map<ListKind | undefined, Key[]>();
	for await (const item of scanOrganization(table, organizationId)) {
		const key = keyOf(item);
		const kind = kindOf(organizationId, key);
		const known = byKind.get(kind);
		if (known) known.push(key);
		else if (kind) byKind.set(kind, [key]);
	}
	return byKind;
}

/** Reads only keys. */
export async function* queryKeyPages(
	table: Table,
	query: Query,
): AsyncGenerator<Key[]> {
	let ExclusiveStartKey: Item | undefined;
	do {
		const { Items = [], LastEvaluatedKey } = await queryPage(table, {
			...query,
			ProjectionExpression: "pk, sk",
			ExclusiveStartKey,
		});
		yield Items.map(keyOf);
		ExclusiveStartKey = LastEvaluatedKey;
	} while (ExclusiveStartKey);
}
