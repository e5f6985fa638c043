import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../dynamodb/batch-get.ts";
import { retryBusy } from "../dynamodb/retry-busy.ts";
import type { Table } from "../dynamodb/table.ts";
import { organizationPartition, organizationPrefix } from "../keys.ts";

/**
 * Scans all items of an organization except its API keys, in no order. The only Scan, for the operator: no key or index
 * covers all of an organization's records.
 */
export async function* scanOrganization(
	table: Table,
	organizationId: string,
): AsyncGenerator<Item> {
	let ExclusiveStartKey: Item | undefined;
	do {
		const page = new ScanCommand({
			TableName: table.name,
			ConsistentRead: true,
			FilterExpression: "pk = :partition OR begins_with(pk, :prefix)",
			ExpressionAttributeValues: {
				":partition": organizationPartition(organizationId),
				":prefix": organizationPrefix(organizationId),
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
