import type { Item } from "../dynamodb/batch-get.ts";
import type { Key } from "../dynamodb/keys.ts";
import { queryPage } from "../dynamodb/query.ts";
import type { Table } from "../dynamodb/table.ts";
import {
	kindOf,
	type ListKind,
	listIndexName,
	listPartition,
} from "../lists/list-index.store.ts";
import { isFullyListed } from "./organizations.store.ts";
import { scanOrganization } from "./scan-organization.store.ts";

/** Reads the keys of an organization's records of a kind, in the order of the keys. */
export type FindKeys = (kind: ListKind) => Promise<Key[]>;

/**
 * Reads keys from the list index, which is eventually consistent: a record of the last second may be missing. Of an
 * organization that the index does not have completely, all keys are scanned once, which reads the whole table.
 *
 * @param organization The organization's item.
 */
export function organizationKeys(
	table: Table,
	organizationId: string,
	organization: Item,
): FindKeys {
	if (isFullyListed(organization))
		return async (kind) => {
			const listed = listPartition(organizationId, kind);
			return sorted(
				await queryAllKeys(table, {
					IndexName: listIndexName,
					KeyConditionExpression: "listPk = :list",
					ExpressionAttributeValues: { ":list": listed },
				}),
			);
		};
	let scanned: Promise<Map<ListKind | undefined, Key[]>> | undefined;
	return async (kind) => {
		scanned ??= scanKeys(table, organizationId);
		return sorted((await scanned).get(kind) ?? []);
	};
}

async function scanKeys(table: Table, organizationId: string) {
	const byKind = new Map<ListKind | undefined, Key[]>();
	for await (const item of scanOrganization(table, organizationId)) {
		const key = toKey(item);
		const kind = kindOf(organizationId, key);
		const known = byKind.get(kind);
		if (known) known.push(key);
		else if (kind) byKind.set(kind, [key]);
	}
	return byKind;
}

/** Reads only keys, page by page: those of a million records take some 100 MB. */
export async function queryAllKeys(
	table: Table,
	query: Parameters<typeof queryPage>[1],
): Promise<Key[]> {
	const keys: Key[] = [];
	let ExclusiveStartKey: Item | undefined;
	do {
		const { Items = [], LastEvaluatedKey } = await queryPage(table, {
			...query,
			ProjectionExpression: "pk, sk",
			ExclusiveStartKey,
		});
		for (const item of Items) keys.push(toKey(item));
		ExclusiveStartKey = LastEvaluatedKey;
	} while (ExclusiveStartKey);
	return keys;
}

const toKey = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** By code units, so that the order does not depend on the locale. */
const sorted = (keys: Key[]): Key[] =>
	keys.sort((one, other) => compare(one.pk, other.pk));

function compare(one: string, other: string): number {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
