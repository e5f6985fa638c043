import { batchEntryKey } from "../dynamodb/keys.ts";
import type { Table } from "../dynamodb/table.ts";
import type { TransactionParts } from "../dynamodb/writes/transact.ts";
import { toGuardItem } from "./batch-guard.store.ts";
import { toRunningItem } from "./batch-list.store.ts";
import { toNewBatchItem } from "./batches.store.ts";
import type { PaymentBatch } from "./payment-batch.ts";

/**
 * The parts of a transaction that opens a batch: takes the guard, stores the batch, and lists it twice. None of the
 * items may exist. The first part is the guard, so the first conflicting item is the guard of the batch that runs.
 */
export function toOpeningParts(
	{ name: TableName }: Table,
	batch: PaymentBatch,
): TransactionParts {
	const { organizationId, bulkActionSlug, createdAt } = batch;
	const id = { organizationId, bulkActionSlug };
	const item = toNewBatchItem(batch);
	const { expiresAt } = item;
	return [
		toGuardItem(batch),
		item,
		{ ...batchEntryKey(batch), ...id, expiresAt },
		toRunningItem({ ...id, listedAt: createdAt }),
	].map((Item) => ({
		Put: {
			TableName,
			Item,
			ConditionExpression: "attribute_not_exists(pk)",
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		},
	}));
}
