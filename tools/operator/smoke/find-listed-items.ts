import {
	batchKey,
	chunkKey,
	historyPartitionOf,
	type Key,
	runContentKey,
	skuNameKey,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import {
	queryAll,
	queryPartition,
} from "../../../shared/dynamodb/reads/query.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { keyOf } from "../../../shared/dynamodb/writes/item-write.ts";
import {
	inboxListPartition,
	type ListKind,
	listIndexName,
	listKinds,
	listPartition,
} from "../../../shared/lists/list-index.store.ts";

export interface Found {
	/** Items that are found only through their leaders. */
	dependents: Key[];
	leaders: Key[];
}

/** Finds the records in the list index by kind, with the items to which they lead, and the inboxes of users. */
export const findListedItems = (
	table: Table,
	organizationId: string,
	userIds: readonly string[],
): Promise<Found[]> =>
	Promise.all([
		...listKinds.map((kind) => listedItems(table, organizationId, kind)),
		...userIds.map((userId) => inboxItems(table, organizationId, userId)),
	]);

async function inboxItems(
	table: Table,
	organizationId: string,
	userId: string,
): Promise<Found> {
	const partition = inboxListPartition(organizationId, userId);
	return { dependents: [], leaders: await listedKeys(table, partition) };
}

async function listedKeys(table: Table, partition: string): Promise<Key[]> {
	const entries = await queryAll(table, {
		IndexName: listIndexName,
		KeyConditionExpression: "listPk = :list",
		ExpressionAttributeValues: { ":list": partition },
	});
	return entries.map(keyOf);
}

async function listedItems(
	table: Table,
	organizationId: string,
	kind: ListKind,
): Promise<Found> {
	const leaders = await listedKeys(table, listPartition(organizationId, kind));
	const partitions = await Promise.all(
		leaders.map(({ pk }) => queryPartition(table, { pk })),
	);
	const inPartitions = partitions.flat().map(keyOf);
	const isLeader = ({ pk, sk }: Key) =>
		leaders.some((leader) => leader.pk === pk && leader.sk === sk);
	return {
		dependents: [
			...inPartitions.filter((key) => !isLeader(key)),
			...(kind === "SKU" ? await nameKeys(table, organizationId, leaders) : []),
			...(kind === "PAYMENT_REQUEST" ? await historyKeys(table, leaders) : []),
			...(kind === "PAYMENT_RUN" ? await runKeys(table, leaders) : []),
		],
		leaders,
	};
}

async function historyKeys(
	table: Table,
	requests: readonly Key[],
): Promise<Key[]> {
	const histories = await Promise.all(
		requests.map((request) =>
			queryPartition(table, { pk: historyPartitionOf(request) }),
		),
	);
	return histories.flat().map(keyOf);
}

async function nameKeys(
	table: Table,
	organizationId: string,
	skus: readonly Key[],
): Promise<Key[]> {
	const items = await batchGet(table, skus);
	// Several SKUs may have the same name, in upper or lower case.
	const names = items.flatMap((item) =>
		item ? String(item.name).toLowerCase() : [],
	);
	return [...new Set(names)].map((name) => skuNameKey(organizationId, name));
}

/** What a run keeps for its batch, whether it is released or not, and its hold on its content. */
async function runKeys(table: Table, runs: readonly Key[]): Promise<Key[]> {
	const items = await batchGet(table, runs);
	const keys = await Promise.all(
		items.map(async (item) => {
			if (!item) return [];
			const organizationId = String(item.organizationId);
			const runId = String(item.runId);
			const batch = { organizationId, bulkActionSlug: runId };
			const { pk } = batchKey(batch);
			const pages = await queryPartition(table, { pk, prefix: "LAYOUT#" });
			// Unchecked cast: a run's item has the size of each chunk.
			const chunks = [...(item.chunkSizes as number[]).keys()];
			return [
				runContentKey(organizationId, String(item.contentDigest)),
				...pages.map(keyOf),
				...chunks.map((chunk) => chunkKey(batch, chunk)),
			];
		}),
	);
	return keys.flat();
}
