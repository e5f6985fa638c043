import {
	batchEntryPrefix,
	batchKey,
	type Key,
	organizationPartition,
	runningBatchesPartition,
	runningBatchKey,
} from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import { queryPartition } from "../dynamodb/reads/query.ts";
import type { Table } from "../dynamodb/table.ts";
import { toBatch } from "./batches.store.ts";
import type { BatchId, PaymentBatch } from "./payment-batch.ts";

/** The batches of an organization, newest first, without aborted ones. */
export async function findBatches(
	table: Table,
	organizationId: string,
): Promise<PaymentBatch[]> {
	const entries = await queryPartition(table, {
		pk: organizationPartition(organizationId),
		prefix: batchEntryPrefix,
	});
	const newestFirst = entries.map(toBatchId).reverse();
	const items = await batchGet(table, newestFirst.map(batchKey));
	return items.flatMap((item) => (item ? [toBatch(item)] : []));
}

/** The entry of a batch in the list of all that are running. */
export interface RunningBatch extends BatchId {
	/** When it was listed (RFC 3339): the batch of a payment run has an id that is older. */
	listedAt: string;
}

export const toRunningItem = ({
	organizationId,
	bulkActionSlug,
	listedAt,
}: RunningBatch): Key & RunningBatch => ({
	...runningBatchKey({ organizationId, bulkActionSlug }),
	organizationId,
	bulkActionSlug,
	listedAt,
});

/** All batches that are listed as running, of all organizations. */
export async function findRunningBatches(
	table: Table,
): Promise<RunningBatch[]> {
	const entries = await queryPartition(table, { pk: runningBatchesPartition });
	return entries.map((entry) => {
		// Unchecked cast: entries of this list have this attribute.
		const { listedAt } = entry as RunningBatch & Item;
		return { ...toBatchId(entry), listedAt };
	});
}

/** The batch id in an entry of either list. */
export function toBatchId(entry: Item): BatchId {
	// Unchecked cast: entries of both lists have these attributes.
	const { organizationId, bulkActionSlug } = entry as BatchId & Item;
	return { organizationId, bulkActionSlug };
}
