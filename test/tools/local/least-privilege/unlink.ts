import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { purchaseOrderKey } from "../../../../shared/dynamodb/keys.ts";
import type { Table } from "../../../../shared/dynamodb/table.ts";

/** Leaves an order of the demo organization as it is read while the write that links it is not visible yet. */
export const unlink = (table: Table, purchaseOrderId: string) =>
	table.documents.send(
		new UpdateCommand({
			TableName: table.name,
			Key: purchaseOrderKey("demo", purchaseOrderId),
			UpdateExpression: "SET link = :none",
			ExpressionAttributeValues: { ":none": null },
		}),
	);
