import { findBatch } from "../../../shared/batches/batches.store.ts";
import {
	batchEntryPrefix,
	batchKey,
	batchOfEntry,
	chunkKey,
	chunkResultKey,
	idempotencyClaimKey,
	type Key,
	organizationPartition,
	requestEndKey,
	userKey,
} from "../../../shared/dynamodb/keys.ts";
import { queryPartition } from "../../../shared/dynamodb/reads/query.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { keyOf } from "../../../shared/dynamodb/writes/item-write.ts";
import { toNumberPointerItem } from "../../../shared/invoices/item/number-pointers.store.ts";
import { toListedApiKeyKey } from "../../../shared/organizations/api-keys/api-keys.store.ts";
import { CommandError } from "../command-error.ts";
import { type Found, findListedItems } from "./find-listed-items.ts";
import {
	smokeIdempotencyKeys,
	smokeOrganization,
} from "./smoke-organization.ts";

/**
 * Finds all items of a smoke test's organization by their keys, without a scan of the table, which may be large.
 *
 * @returns Groups in the order of deletion. Each group leads to those before it.
 * @throws CommandError When a batch of the organization still runs, since a worker would write more.
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
			`The batch of ${organizationId} still runs: it ends within 40 minutes at the latest`,
		);
	const slugs = having(batchEntryPrefix).map(keyOf).map(batchOfEntry);
	const batches = await Promise.all(
		slugs.map((slug) => batchItems(table, organizationId, slug)),
	);
	const { users = [], invoices = [] } = smokeOrganization(organizationId);
	const userIds = users.map((user) => user.id);
	const listed = await findListedItems(table, organizationId, userIds);
	const all = [...batches, ...listed];
	return [
		[
			...having("APIKEY#").map(toListedApiKeyKey),
			...all.flatMap(({ dependents }) => dependents),
			...smokeIdempotencyKeys.flatMap((idempotencyKey) =>
				(["mark-as-paid", "vendor-advance"] as const).flatMap((operation) => {
					const claim = { organizationId, operation, idempotencyKey };
					return [idempotencyClaimKey(claim), requestEndKey(claim)];
				}),
			),
			...userIds.map((userId) => userKey(organizationId, userId)),
			...invoices.flatMap(({ slug, vendorId, invoiceNumber }) => {
				if (!vendorId || !invoiceNumber) return [];
				const numbered = { slug, vendorId, invoiceNumber };
				const { pk, sk } = toNumberPointerItem(organizationId, numbered);
				return [{ pk, sk }];
			}),
		],
		all.flatMap(({ leaders }) => leaders),
		entries.map(keyOf).filter(({ sk }) => sk !== "ORG"),
		entries.map(keyOf).filter(({ sk }) => sk === "ORG"),
	];
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
			...pages.map(keyOf),
		],
		leaders: [leader],
	};
}
