import { paginateScan } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { organizationPartition, organizationPrefix } from "../keys.ts";

/**
 * Every item of an organization, in no order, its API keys excepted. The one Scan there is, for the operator: no key
 * leads to all of an organization's records, and no function has a use for that.
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
