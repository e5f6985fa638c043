import { paginateScan } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../dynamodb/batch-get.ts";
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
	const pages = paginateScan(
		{ client: table.documents },
		{
			TableName: table.name,
			ConsistentRead: true,
			FilterExpression: "pk = :partition OR begins_with(pk, :prefix)",
			ExpressionAttributeValues: {
				":partition": organizationPartition(organizationId),
				":prefix": organizationPrefix(organizationId),
			},
		},
	);
	for await (const { Items = [] } of pages) yield* Items;
}
