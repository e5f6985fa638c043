import type { BatchId } from "../../domain/payment-batch.ts";
import type { Table } from "../dynamodb/table.ts";
import { closeBatch } from "./close-batch.ts";

/**
 * Gives up accepting a batch: after it no commit can succeed.
 *
 * @returns `ACCEPTED` when it came too late: the batch was committed, and goes on.
 */
export async function abortBatch(
	table: Table,
	batch: BatchId,
): Promise<"ABORTED" | "ACCEPTED"> {
	const conflictingItem = await closeBatch(
		table,
		batch,
		{
			UpdateExpression: "SET #status = :aborted",
			ConditionExpression: "#status = :accepting",
			ExpressionAttributeNames: { "#status": "status" },
			ExpressionAttributeValues: {
				":aborted": "ABORTED",
				":accepting": "ACCEPTING",
			},
		},
		{ isUnlisted: true },
	);
	const isCommitted =
		conflictingItem?.status === "PENDING" || conflictingItem?.status === "DONE";
	return isCommitted ? "ACCEPTED" : "ABORTED";
}
