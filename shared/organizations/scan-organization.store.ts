import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import {
	organizationKey,
	organizationPartition,
	organizationPrefix,
	skuByCodeKey,
	skuByIdKey,
} from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { retryBusy } from "../dynamodb/retries/retry-busy.ts";
import type { Table } from "../dynamodb/table.ts";

/**
 * Scans all items of an organization except its API keys, in no order. It reads the whole table: for organizations that
 * the list index does not have completely.
 */
export const scanOrganization = (
	table: Table,
	organizationId: string,
): AsyncGenerator<Item> =>
	scan(table, "pk = :one OR begins_with(pk, :other)", {
		":one": organizationPartition(organizationId),
		":other": organizationPrefix(organizationId),
	});

/** Scans all SKUs of an organization, those that the list index does not have (yet) included. */
export const scanSkus = (
	table: Table,
	organizationId: string,
): AsyncGenerator<Item> =>
	scan(table, "begins_with(pk, :one) OR begins_with(pk, :other)", {
		":one": skuByCodeKey(organizationId, "").pk,
		":other": skuByIdKey(organizationId, "").pk,
	});

/** Scans all organizations. */
export const scanOrganizations = (table: Table): AsyncGenerator<Item> =>
	scan(table, "sk = :sk", { ":sk": organizationKey("").sk });

async function* scan(
	table: Table,
	filter: string,
	values: Record<string, string>,
): AsyncGenerator<Item> {
	let ExclusiveStartKey: Item | undefined;
	do {
		const page = new ScanCommand({
			TableName: table.name,
			ConsistentRead: true,
			FilterExpression: filter,
			ExpressionAttributeValues: values,
			ExclusiveStartKey,
		});
		const { Items = [], LastEvaluatedKey } = await retryBusy(table, () =>
			table.documents.send(page),
		);
		yield* Items;
		ExclusiveStartKey = LastEvaluatedKey;
	} while (ExclusiveStartKey);
}
