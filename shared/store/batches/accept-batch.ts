import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type {
	Chunk,
	PaymentBatch,
} from "../../domain/batches/payment-batch.ts";
import { batchPut } from "../dynamodb/batch-put.ts";
import { conditionalWrite } from "../dynamodb/conditional-write.ts";
import { type Table, withExtendedRetryTime } from "../dynamodb/table.ts";
import { transact } from "../dynamodb/transact.ts";
import { batchEntryKey, batchKey, runningBatchKey } from "../keys.ts";
import { toChunkItems } from "./batch-chunks.ts";
import { type BatchGuard, toBatchGuard, toGuardItem } from "./batch-guard.ts";
import { toLayoutItems } from "./batch-layout.ts";
import { toNewBatchItem } from "./batches.ts";
import { abortBatch } from "./close-batch.ts";

/**
 * Accepts a batch, unless another one runs in its organization (design 5, "Accept"): after it, the batch is `PENDING`
 * and will be carried out whatever fails. Its id makes a repeated call recognise the one before.
 *
 * @param batch `ACCEPTING`.
 * @returns null, or the guard of the batch that runs.
 * @throws When the batch could not be accepted: then it will not be, unless not even that could be settled.
 */
export async function acceptBatch(
	table: Table,
	batch: PaymentBatch,
	chunks: readonly Chunk[],
): Promise<BatchGuard | null> {
	try {
		const guard = await openBatch(table, batch);
		if (guard) return guard;
		await batchPut(table, toItems(batch, chunks));
		await commitBatch(table, batch);
		return null;
	} catch (error) {
		// A commit that failed may have taken effect, or may yet: aborting settles it, one way or the other.
		const state = await abortOrExplain(table, batch, error);
		if (state === "ABORTED") throw error;
		return null;
	}
}

/** Takes the guard and lists the batch, in one transaction: of many concurrent ones a single one succeeds. */
async function openBatch(
	table: Table,
	batch: PaymentBatch,
): Promise<BatchGuard | null> {
	const { organizationId, bulkActionSlug } = batch;
	const id = { organizationId, bulkActionSlug };
	const item = toNewBatchItem(batch);
	const { expiresAt } = item;
	const put = (Item: object) => ({
		Put: {
			TableName: table.name,
			Item: { ...Item },
			ConditionExpression: "attribute_not_exists(pk)",
			ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
		},
	});
	const conflictingItems = await transact(table, [
		put(toGuardItem(batch)),
		put(item),
		put({ ...batchEntryKey(id), ...id, expiresAt }),
		put({ ...runningBatchKey(id), ...id }),
	]);
	if (!conflictingItems) return null;
	const guard = toBatchGuard(conflictingItems[0] ?? {});
	// The echo of our own transaction: its answer was lost.
	return guard.bulkActionSlug === bulkActionSlug ? null : guard;
}

/** What the batch was asked to pay. */
function* toItems(batch: PaymentBatch, chunks: readonly Chunk[]) {
	yield* toChunkItems(batch, chunks);
	yield* toLayoutItems(batch, chunks);
}

/** The commit point. */
async function commitBatch(table: Table, batch: PaymentBatch) {
	const conflictingItem = await conditionalWrite(
		table,
		new UpdateCommand({
			TableName: table.name,
			Key: batchKey(batch),
			UpdateExpression: "SET #status = :pending",
			ConditionExpression: "#status = :accepting",
			ExpressionAttributeNames: { "#status": "status" },
			ExpressionAttributeValues: {
				":pending": "PENDING",
				":accepting": "ACCEPTING",
			},
		}),
	);
	if (conflictingItem) throw new Error("The batch is no longer being accepted");
}

async function abortOrExplain(
	table: Table,
	batch: PaymentBatch,
	error: unknown,
) {
	try {
		return await abortBatch(withExtendedRetryTime(table), batch);
	} catch (abortError) {
		throw new AggregateError(
			[error, abortError],
			"Whether a batch was accepted is open: the sweeper will settle it",
		);
	}
}
