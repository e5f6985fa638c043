import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { findRunningBatches } from "../shared/store/batches/batch-list.ts";
import { conditionalWrite } from "../shared/store/dynamodb/conditional-write.ts";
import type { Table } from "../shared/store/dynamodb/table.ts";
import { batchKey } from "../shared/store/keys.ts";

/**
 * Restarts the time without progress of the running batches: they go on when the stack does (contract 1). The sweeper
 * would abandon them after a stop of half an hour.
 */
export async function resumeBatches(table: Table, now: Date) {
	for (const batch of await findRunningBatches(table))
		await conditionalWrite(
			table,
			new UpdateCommand({
				TableName: table.name,
				Key: batchKey(batch),
				UpdateExpression: "SET progressAt = :now",
				// Others are aborted or closed in any case.
				ConditionExpression: "#status = :pending",
				ExpressionAttributeNames: { "#status": "status" },
				ExpressionAttributeValues: {
					":now": now.toISOString(),
					":pending": "PENDING",
				},
			}),
		);
}
