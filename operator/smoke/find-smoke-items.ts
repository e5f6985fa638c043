import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import { findBatch } from "../../shared/store/batches/batches.ts";
import { batchGet, type Item } from "../../shared/store/dynamodb/batch-get.ts";
import { queryPartition } from "../../shared/store/dynamodb/query-partition.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import {
	batchEntryPrefix,
	batchKey,
	chunkKey,
	chunkResultKey,
	idempotencyClaimKey,
	type Key,
	organizationPartition,
	skuNameKey,
	userKey,
} from "../../shared/store/keys.ts";
import {
	type ListKind,
	listIndexName,
	listPartition,
} from "../../shared/store/list-index.ts";
import { toListedApiKeyKey } from "../../shared/store/organizations/api-keys.ts";
import { CommandError } from "../command-error.ts";
import { smokeIdempotencyKeys, smokeUserId } from "./smoke-organization.ts";

const listKinds: readonly ListKind[] = [
	"INVOICE",
	"PAYMENT_REQUEST",
	"PURCHASE_ORDER",
	"SKU",
	"TAG",
	"VENDOR",
];

/**
 * Finds all items of a smoke test's organization by their keys, without a scan of the table, which may be large.
 *
 * @returns Groups in the order of deletion: each leads to those before it.
 * @throws CommandError When a batch of it still runs: a worker would write more.
 */
export async function findSmokeItems(
	table: Table,
	organizationId: string,
): Promise<Key[][]> {
	const pk = organizationPartition(organizationId);
	const entries = await queryPartition(table, { pk });
	const having = (beginning: string) =>
		entries.filter(({ sk }) => String(sk).startsWith(beginning));
	if (having("MAP_BATCH").length > 0)
		throw new CommandError(
			`The batch of ${organizationId} still runs: it ends within 40 minutes, whatever happens`,
		);
	const slugs = having(batchEntryPrefix).map(({ sk }) =>
		String(sk).slice(batchEntryPrefix.length),
	);
	const batches = await Promise.all(
		slugs.map((slug) => batchItems(table, organizationId, slug)),
	);
	const listed = await Promise.all(
		listKinds.map((kind) => listedItems(table, organizationId, kind)),
	);
	const all = [...batches, ...listed];
	return [
		[
			...having("APIKEY#").map(toListedApiKeyKey),
			...all.flatMap(({ dependents }) => dependents),
			...smokeIdempotencyKeys.map(([operation, key]) =>
				idempotencyClaimKey(organizationId, operation, key),
			),
			userKey(organizationId, smokeUserId),
		],
		all.flatMap(({ leaders }) => leaders),
		entries.map(toKey).filter(({ sk }) => sk !== "ORG"),
		entries.map(toKey).filter(({ sk }) => sk === "ORG"),
	];
}

interface Found {
	/** Items that are found only through their leaders. */
	dependents: Key[];
	leaders: Key[];
}

async function batchItems(
	table: Table,
	organizationId: string,
	bulkActionSlug: string,
): Promise<Found> {
	const id = { organizationId, bulkActionSlug };
	const leader = batchKey(id);
	const batch = await findBatch(table, id);
	const chunks = [...Array(batch?.chunks ?? 0).keys()];
	const pages = await queryPartition(table, {
		pk: leader.pk,
		prefix: "LAYOUT#",
	});
	return {
		dependents: [
			...chunks.flatMap((chunk) => [
				chunkKey(id, chunk),
				chunkResultKey(id, chunk),
			]),
			...pages.map(toKey),
		],
		leaders: [leader],
	};
}

async function listedItems(
	table: Table,
	organizationId: string,
	kind: ListKind,
): Promise<Found> {
	const leaders: Key[] = [];
	const pages = paginateQuery(
		{ client: table.documents },
		{
			TableName: table.name,
			IndexName: listIndexName,
			KeyConditionExpression: "listPk = :list",
			ExpressionAttributeValues: {
				":list": listPartition(organizationId, kind),
			},
		},
	);
	for await (const { Items = [] } of pages) leaders.push(...Items.map(toKey));
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

const toKey = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });
