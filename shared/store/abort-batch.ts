import type { BatchId } from "../domain/payment-batch.ts";
import { retireBatch } from "./retire-batch.ts";
import type { Table } from "./table.ts";

/**
 * Gives up accepting a batch: after it no commit can succeed.
 *
 * @returns `ACCEPTED` when it came too late: the batch was committed, and goes on.
 */
export async function abortBatch(
	table: Table,
	batch: BatchId,
): Promise<"ABORTED" | "ACCEPTED"> {
	const refusedBy = await retireBatch(
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
		refusedBy?.status === "PENDING" || refusedBy?.status === "DONE";
	return isCommitted ? "ACCEPTED" : "ABORTED";
}
