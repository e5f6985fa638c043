import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { batchKey } from "../dynamodb/keys.ts";
import type { Table } from "../dynamodb/table.ts";
import { conditionalWrite } from "../dynamodb/writes/conditional-write.ts";
import type { BatchId, BatchStop } from "./payment-batch.ts";

/**
 * Marks a batch as stopped. From then on workers and sweeper end its undecided chunks instead of deciding them. Does
 * nothing when the batch was stopped before, or does not run.
 *
 * @returns Whether this call has stopped it.
 */
export async function markStopped(
	table: Table,
	batch: BatchId,
	{ stoppedAt, stoppedBy, stopReason }: BatchStop,
): Promise<boolean> {
	const isRunning = "#status IN (:accepting, :pending)";
	const conflictingItem = await conditionalWrite(
		table,
		new UpdateCommand({
			TableName: table.name,
			Key: batchKey(batch),
			UpdateExpression:
				"SET stoppedAt = :stoppedAt, stoppedBy = :stoppedBy, stopReason = :stopReason",
			ConditionExpression: `${isRunning} AND attribute_not_exists(stoppedAt)`,
			ExpressionAttributeNames: { "#status": "status" },
			ExpressionAttributeValues: {
				":stoppedAt": stoppedAt,
				":stoppedBy": stoppedBy,
				":stopReason": stopReason,
				":accepting": "ACCEPTING",
				":pending": "PENDING",
			},
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
	if (!conflictingItem) return true;
	// Its own mark, if the response of an earlier attempt was lost.
	const { stoppedAt: at, stopReason: reason } = conflictingItem;
	return at === stoppedAt && reason === stopReason;
}
