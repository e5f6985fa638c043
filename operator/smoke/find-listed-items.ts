import { batchGet, type Item } from "../../shared/store/dynamodb/batch-get.ts";
import { queryAll, queryPartition } from "../../shared/store/dynamodb/query.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { type Key, skuNameKey } from "../../shared/store/keys.ts";
import {
	type ListKind,
	listIndexName,
	listPartition,
} from "../../shared/store/list-index.ts";

export interface Found {
	/** Items that are found only through their leaders. */
	dependents: Key[];
	leaders: Key[];
}

const listKinds: readonly ListKind[] = [
	"INVOICE",
	"PAYMENT_REQUEST",
	"PURCHASE_ORDER",
	"SKU",
	"TAG",
	"VENDOR",
];

/** The records that the list index leads to, by kind, with what they lead to themselves. */
export const findListedItems = (
	table: Table,
	organizationId: string,
): Promise<Found[]> =>
	Promise.all(
		listKinds.map((kind) => listedItems(table, organizationId, kind)),
	);

async function listedItems(
	table: Table,
	organizationId: string,
	kind: ListKind,
): Promise<Found> {
	const entries = await queryAll(table, {
		IndexName: listIndexName,
		KeyConditionExpression: "listPk = :list",
		ExpressionAttributeValues: { ":list": listPartition(organizationId, kind) },
	});
	const leaders = entries.map(toKey);
	const partitions = await Promise.all(
		leaders.map(({ pk }) => queryPartition(table, { pk })),
	);
	const inPartitions = partitions.flat().map(toKey);
	const isLeader = ({ pk, sk }: Key) =>
		leaders.some((leader) => leader.pk === pk && leader.sk === sk);
	return {
		dependents: [
			...inPartitions.filter((key) => !isLeader(key)),
			...(kind === "SKU" ? await nameKeys(table, organizationId, leaders) : []),
		],
		leaders,
	};
}

async function nameKeys(
	table: Table,
	organizationId: string,
	skus: readonly Key[],
): Promise<Key[]> {
	const items = await batchGet(table, skus);
	return items.flatMap((item) =>
		item ? skuNameKey(organizationId, String(item.name)) : [],
	);
}

export const toKey = ({ pk, sk }: Item): Key => ({
	pk: String(pk),
	sk: String(sk),
});
