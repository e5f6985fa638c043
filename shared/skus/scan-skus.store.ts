import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { skuByCodeKey, skuByIdKey } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { retryBusy } from "../dynamodb/retries/retry-busy.ts";
import type { Table } from "../dynamodb/table.ts";

/** Scans all SKUs of an organization, those included that the list index does not show yet. Reads the whole table. */
export async function* scanSkus(
	table: Table,
	organizationId: string,
): AsyncGenerator<Item> {
	let ExclusiveStartKey: Item | undefined;
	do {
		const page = new ScanCommand({
			TableName: table.name,
			ConsistentRead: true,
			FilterExpression: "begins_with(pk, :byCode) OR begins_with(pk, :byId)",
			ExpressionAttributeValues: {
				":byCode": skuByCodeKey(organizationId, "").pk,
				":byId": skuByIdKey(organizationId, "").pk,
			},
			ExclusiveStartKey,
		});
		const { Items = [], LastEvaluatedKey } = await retryBusy(table, () =>
			table.documents.send(page),
		);
		yield* Items;
		ExclusiveStartKey = LastEvaluatedKey;
	} while (ExclusiveStartKey);
}
