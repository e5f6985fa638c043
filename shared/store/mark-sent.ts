import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { BatchId } from "../domain/payment-batch.ts";
import { batchKey } from "./keys.ts";
import type { Table } from "./table.ts";

/**
 * Notes when messages for a batch's chunks were sent again.
 *
 * @param sentAt RFC 3339
 */
export async function markSent(table: Table, batch: BatchId, sentAt: string) {
	await table.documents.send(
		new UpdateCommand({
			TableName: table.name,
			Key: batchKey(batch),
			UpdateExpression: "SET sentAt = :sentAt",
			ConditionExpression: "attribute_exists(pk)",
			ExpressionAttributeValues: { ":sentAt": sentAt },
		}),
	);
}
